import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Run } from "../segments/run.ts";
import type { DataMask } from "./frame-filter.ts";
import { comparePositions, type FramePosition } from "./frame-position.ts";
import type { StoredFrame } from "./frame-store.ts";
import { frameAt, type MergeOptions, RunMerge, type SegmentHour } from "./run-merge.ts";
import { memorySource, type SourceRun } from "./source-run.ts";

interface Row {
  readonly run: number;
  readonly timeUs: number;
  readonly byte: number;
}

/** Few times, so that runs share them; each row has a `k` of its own within its time, as the store gives them. */
const rows = fc.array(fc.record({ run: fc.nat(7), timeUs: fc.integer({ min: 100, max: 160 }), byte: fc.nat(3) }), {
  maxLength: 120,
});

function framesOf(list: readonly Row[]): (StoredFrame & { run: number })[] {
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
function sourcesOf(runs: readonly Run[], seed: number) {
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

async function merged(
  list: readonly Row[],
  seed: number,
  takes: readonly number[],
  options: Omit<MergeOptions, "load">,
) {
  const { sources, load } = sourcesOf(runsOf(framesOf(list)), seed);
  const merge = new RunMerge(sources, { ...options, load });
  const found: StoredFrame[] = [];
  for (let i = 0; ; i += 1) {
    const limit = takes[i % takes.length] as number;
    const taken = await merge.take(limit, (...row) => found.push(frameAt(...row)));
    expect(taken).toBeLessThanOrEqual(limit);
    if (taken < limit) return found;
  }
}

const positions: fc.Arbitrary<FramePosition> = fc.record({
  timeUs: fc.integer({ min: 98, max: 162 }),
  k: fc.nat(6),
});
const options = fc.record({
  fromUs: fc.integer({ min: 95, max: 165 }),
  toUs: fc.integer({ min: 95, max: 165 }),
  order: fc.constantFrom("oldestFirst", "newestFirst"),
  after: fc.option(positions, { nil: undefined }),
  data: fc.option(
    fc.nat(3).map((byte): DataMask => ({ mask: Uint8Array.of(2), value: Uint8Array.of(byte) })),
    { nil: undefined },
  ),
});

describe("merged runs", () => {
  it("are all rows of the range behind the position, in order, however they are asked for", async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.nat(255),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 }),
        options,
        async (list, seed, takes, asked) => {
          const { fromUs, toUs, order, after, data } = asked;
          const sign = order === "oldestFirst" ? 1 : -1;
          const expected = framesOf(list)
            .filter(({ timeUs }) => timeUs >= fromUs && timeUs < toUs)
            .filter((frame) => after === undefined || sign * comparePositions(frame, after) > 0)
            .filter((frame) => data === undefined || (((frame.data[0] ?? 0) ^ (data.value[0] ?? 0)) & 2) === 0)
            .map(({ run: _, ...frame }) => frame);
          const found = await merged(list, seed, takes, asked);
          expect(found).toEqual(sign > 0 ? expected : expected.toReversed());
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("open no run that lies behind what is taken", async () => {
    const opened: number[] = [];
    const hour = (fromUs: number): SegmentHour => ({
      firstUs: fromUs,
      lastUs: fromUs + 9,
      runs: async () => {
        opened.push(fromUs);
        const timesUs = Float64Array.of(fromUs, fromUs + 9);
        return [memorySource({ channel: 0, id: 1, flags: 0, size: 0, count: 2, timesUs, ks: null, planes: [] })];
      },
    });
    const merge = new RunMerge([hour(20), hour(0), hour(10)], {
      fromUs: 0,
      toUs: 100,
      order: "oldestFirst",
      load: async () => undefined,
    });
    expect(await merge.take(2, () => undefined)).toBe(2);
    expect(opened).toEqual([0]);
    expect(await merge.take(9, () => undefined)).toBe(4);
    expect(opened).toEqual([0, 10, 20]);
  });
});
