// Runs that share times, and what of them a merge should give.
import fc from "fast-check";
import type { Run } from "../segments/run.ts";
import type { DataMask } from "../store/frame-filter.ts";
import { comparePositions, type FramePosition } from "../store/frame-position.ts";
import type { StoredFrame } from "../store/frame-store.ts";
import type { SegmentHour } from "./run-merge.ts";
import { memorySource, type SourceRun } from "./source-run.ts";

export interface Row {
  readonly run: number;
  readonly timeUs: number;
  readonly byte: number;
}

/** Few times, so that runs share them; each row has a `k` of its own within its time, as the store gives them. */
export const rows = fc.array(
  fc.record({ run: fc.nat(7), timeUs: fc.integer({ min: 100, max: 160 }), byte: fc.nat(3) }),
  {
    maxLength: 120,
  },
);

export function framesOf(list: readonly Row[]): (StoredFrame & { run: number })[] {
  const counts = new Map<number, number>();
  const frames = list.map(({ run, timeUs, byte }) => {
    const k = counts.get(timeUs) ?? 0;
    counts.set(timeUs, k + 1);
    return { run, timeUs, k, channel: run, id: 1, flags: 0, size: 2, data: Uint8Array.of(byte, 9) };
  });
  return frames.sort(comparePositions);
}

function runsOf(frames: readonly (StoredFrame & { run: number })[]): Run[] {
  return [...Map.groupBy(frames, ({ run }) => run)].map(([channel, own]) => ({
    channel,
    id: 1,
    flags: 0,
    size: 2,
    count: own.length,
    timesUs: Float64Array.from(own, ({ timeUs }) => timeUs),
    ks: own.every(({ k }) => k === 0) ? null : Uint32Array.from(own, ({ k }) => k),
    planes: [Uint8Array.from(own, ({ data }) => data[0] as number), 9],
  }));
}

/** Some runs have to be loaded first, and some lie in hours that tell their runs when they are reached. */
export function sourcesOf(list: readonly Row[], seed: number) {
  const runs = runsOf(framesOf(list));
  const unloaded = new Map<SourceRun, SourceRun["parts"]>();
  const sources = runs.map((run, i) => {
    const source = memorySource(run);
    if ((seed >> i) & 1) {
      unloaded.set(source, source.parts);
      source.parts = undefined;
    }
    return source;
  });
  const apart = sources.filter((_, i) => i % 3 !== 2);
  const inHours = sources.filter((_, i) => i % 3 === 2);
  const hours: SegmentHour[] = [inHours.slice(0, 1), inHours.slice(1)].flatMap((own) => {
    if (own.length === 0) return [];
    const firstUs = Math.min(...own.map((run) => run.firstUs));
    const lastUs = Math.max(...own.map((run) => run.lastUs));
    return [{ firstUs, lastUs, runs: async () => own }];
  });
  const load = async (wanted: readonly SourceRun[]) => {
    for (const source of wanted) source.parts ??= unloaded.get(source);
  };
  return { sources: [...apart, ...hours], load };
}

const positions: fc.Arbitrary<FramePosition> = fc.record({
  timeUs: fc.integer({ min: 98, max: 162 }),
  k: fc.nat(6),
});
export const options = fc.record({
  fromUs: fc.integer({ min: 95, max: 165 }),
  toUs: fc.integer({ min: 95, max: 165 }),
  order: fc.constantFrom("oldestFirst", "newestFirst"),
  after: fc.option(positions, { nil: undefined }),
  data: fc.option(
    fc.nat(3).map((byte): DataMask => ({ mask: Uint8Array.of(2), value: Uint8Array.of(byte) })),
    { nil: undefined },
  ),
});

type Asked = typeof options extends fc.Arbitrary<infer T> ? T : never;

/** The rows that a merge with these options must give, oldest first. */
export function expectedFrames(list: readonly Row[], asked: Asked): StoredFrame[] {
  const { fromUs, toUs, order, after, data } = asked;
  const sign = order === "oldestFirst" ? 1 : -1;
  return framesOf(list)
    .filter(({ timeUs }) => timeUs >= fromUs && timeUs < toUs)
    .filter((frame) => after === undefined || sign * comparePositions(frame, after) > 0)
    .filter((frame) => data === undefined || (((frame.data[0] ?? 0) ^ (data.value[0] ?? 0)) & 2) === 0)
    .map(({ run: _, ...frame }) => frame);
}
