import { FLAG_ERROR, FLAG_EXTENDED, type Frame } from "@canopy/can/frame/frame";
import type { RunKey } from "../segments/run.ts";
import { type IdTraffic, type LoadBucket, type LoadQuery, loadKey, type TrafficQuery } from "../store/bus-traffic.ts";
import { typeOf } from "../store/frame-filter.ts";
import { SECOND_US } from "../store/time-window.ts";
import { eachRun, type ReadPlan, type WindowRows } from "./read-plan.ts";
import { frameAt } from "./run-merge.ts";
import { runsOf, type SegmentAccess } from "./segment-sources.ts";
import { runsOfLanded } from "./snapshots.ts";
import { loadRuns, memorySource, partsOf, type SourceRun } from "./source-run.ts";

const idOf = ({ id, flags }: RunKey) => {
  const isError = (flags & FLAG_ERROR) !== 0;
  return { id: isError ? 0 : id, isExtended: !isError && (flags & FLAG_EXTENDED) !== 0, isError };
};

/** Runs of one identifier that frames are taken from. */
const MOST_RUNS = 4;
const RUNS_AT_ONCE = 64;

/** Each identifier of a channel, with some of its frames. Footers count; only the runs that frames come from are read. */
export async function readTraffic(access: SegmentAccess, plan: ReadPlan, query: TrafficQuery): Promise<IdTraffic[]> {
  const rows = await channelRows(access, plan, query);
  const traffic: IdTraffic[] = [];
  for (const group of Map.groupBy(rows, ({ source }) => loadKey(idOf(source))).values()) {
    group.sort((a, b) => timeAt(a, a.from) - timeAt(b, b.from));
    traffic.push({
      ...idOf((group[0] as WindowRows).source),
      frames: group.reduce((sum, { from, to }) => sum + to - from, 0),
      firstUs: timeAt(group[0] as WindowRows, (group[0] as WindowRows).from),
      lastUs: group.reduce((last, one) => Math.max(last, timeAt(one, one.to - 1)), Number.NEGATIVE_INFINITY),
      sizes: [...new Set(group.map(({ source }) => source.size))].sort((a, b) => a - b),
      some: await takeFrames(access, group, query.take),
    });
  }
  return traffic;
}

/** All runs of a channel with their rows in the window; bytes are read of those that the window cuts. */
async function channelRows(access: SegmentAccess, plan: ReadPlan, query: TrafficQuery): Promise<WindowRows[]> {
  const { channel, types } = query;
  const isWanted = (key: RunKey) => key.channel === channel && (types?.includes(typeOf(key.flags)) ?? true);
  const rows: WindowRows[] = [];
  const cut: SourceRun[] = [];
  for (const row of plan.segments)
    for (const source of await runsOf(access, row, query, isWanted)) {
      if (source.firstUs >= query.fromUs && source.lastUs < query.toUs)
        rows.push({ source, from: 0, to: source.count });
      else cut.push(source);
    }
  for (let at = 0; at < cut.length; at += RUNS_AT_ONCE) {
    const part = cut.slice(at, at + RUNS_AT_ONCE);
    await loadRuns(access.files, part);
    for (const source of part) {
      const { times } = partsOf(source);
      const from = times.rowAt(query.fromUs);
      const to = times.rowAt(query.toUs);
      if (from < to) rows.push({ source, from, to });
    }
  }
  const landed = await runsOfLanded(access, plan.landed, plan.segments, query);
  return [...rows, ...landed.filter(isWanted).map((run) => ({ source: memorySource(run), from: 0, to: run.count }))];
}

async function takeFrames(
  access: SegmentAccess,
  group: readonly WindowRows[],
  { count, from }: TrafficQuery["take"],
): Promise<Frame[]> {
  const step = from === "range" ? Math.max(1, group.length / MOST_RUNS) : 1;
  const chosen = Array.from({ length: Math.min(MOST_RUNS, group.length) }, (_, i) => group[Math.floor(i * step)]);
  const runs = chosen.filter((one) => one !== undefined);
  const sources = runs.map(({ source }) => source);
  await loadRuns(access.files, sources);
  const each = from === "range" ? Math.ceil(count / runs.length) : count;
  const frames = runs.flatMap((rows) => (from === "range" ? spread(rows, each) : head(rows, each)));
  for (const source of sources) if (source.stored) source.parts = undefined;
  return frames.sort((a, b) => a.timeUs - b.timeUs).slice(0, count);
}

const timeAt = ({ source }: WindowRows, row: number): number => {
  if (row === 0) return source.firstUs;
  return row === source.count - 1 ? source.lastUs : partsOf(source).times.at(row);
};

function head({ source, from, to }: WindowRows, count: number): Frame[] {
  return Array.from({ length: Math.min(count, to - from) }, (_, i) => frameOf(source, from + i));
}

/** At most `count` rows, evenly. */
function spread({ source, from, to }: WindowRows, count: number): Frame[] {
  const wanted = Math.min(count, to - from);
  return Array.from({ length: wanted }, (_, i) => frameOf(source, from + Math.floor((i * (to - from)) / wanted)));
}

function frameOf(source: SourceRun, row: number): Frame {
  const { times, ks } = partsOf(source);
  const { k: _, ...frame } = frameAt(source, partsOf(source), row, times.at(row), ks?.at(row) ?? 0);
  return frame;
}

/** How busy a channel was, by bucket; the busiest second of each. */
export async function readLoad(access: SegmentAccess, plan: ReadPlan, query: LoadQuery): Promise<LoadBucket[]> {
  const seconds = new Map<number, { frames: number; errors: number; busyUs: number }>();
  for await (const { source, from, to } of eachRun(access, plan, query, (key) => key.channel === query.channel)) {
    const key = idOf(source);
    const frameUs = query.frameUs.get(loadKey(key)) ?? 0;
    const { times } = partsOf(source);
    let row = from;
    while (row < to) {
      const second = Math.floor(times.at(row) / SECOND_US);
      const endUs = (second + 1) * SECOND_US;
      const start = row;
      row = times.nextRowAt(endUs, row + 1, to);
      const count = row - start;
      const known = seconds.get(second) ?? { frames: 0, errors: 0, busyUs: 0 };
      known.frames += count;
      known.errors += key.isError ? count : 0;
      known.busyUs += count * frameUs;
      seconds.set(second, known);
    }
  }
  return foldSeconds(seconds, query);
}

function foldSeconds(
  seconds: ReadonlyMap<number, { frames: number; errors: number; busyUs: number }>,
  { fromUs, bucketUs }: LoadQuery,
): LoadBucket[] {
  const buckets = new Map<number, { -readonly [K in keyof LoadBucket]: LoadBucket[K] }>();
  for (const [second, { frames, errors, busyUs }] of seconds) {
    const atUs = second * SECOND_US;
    const index = Math.floor((atUs - fromUs) / bucketUs);
    const bucket = buckets.get(index) ?? { index, frames: 0, errors: 0, busyUs: 0, peakUs: 0, peakAtUs: atUs };
    buckets.set(index, bucket);
    bucket.frames += frames;
    bucket.errors += errors;
    bucket.busyUs += busyUs;
    if (busyUs > bucket.peakUs) {
      bucket.peakUs = busyUs;
      bucket.peakAtUs = atUs;
    }
  }
  return [...buckets.values()].sort((a, b) => a.index - b.index);
}
