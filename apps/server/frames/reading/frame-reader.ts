import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import type { FindQuery, Found } from "../store/find-query.ts";
import type { FramePosition } from "../store/frame-position.ts";
import type { Buckets, Extent, FrameQuery, FrameReader, StoredFrame } from "../store/frame-store.ts";
import { keptPlaces } from "../store/kept/kept-store.ts";
import type { CurvesQuery, Extremes, ExtremesQuery, MessageCurves, PixelQuery, Pixels } from "../store/signal-query.ts";
import type { StoreWorkers } from "../store/threads/store-workers.ts";
import { MINUTE_US, type TimeWindow } from "../store/time-window.ts";
import type { PixelGrid } from "./curve-pixels.ts";
import { damageOf, MissingFile } from "./footer-cache.ts";
import { batchOf } from "./frame-arrays.ts";
import { unpackPixels } from "./packed-pixels.ts";
import { PlanReads } from "./plan-reads.ts";
import { type ReadJobName, type ReadJobs, readJobs } from "./read-jobs.ts";
import { canBeKept, type KeptPlace } from "./read-kept.ts";
import { readLastBefore, readPage, type StoreAccess } from "./read-pages.ts";
import type { ReadPlan } from "./read-plan.ts";
import { frameAt } from "./run-merge.ts";
import { type IndexSnapshot, readBodies, readIndex, SnapshotGone } from "./segment-index.ts";
import { runsOf } from "./segment-sources.ts";
import { landedWindows, onSnapshot, runsOfLanded, STREAM_WINDOW } from "./snapshots.ts";
import { loadRuns, memorySource, partsOf, type SourceRun } from "./source-run.ts";

export interface ReaderParts extends StoreAccess {
  readonly workers: StoreWorkers;
}

/** Below this number of frames a question is answered on this thread, within milliseconds. */
const FRAMES_HERE = 20_000;

interface PlanningParts extends ReaderParts {
  readonly plans: PlanReads;
}

export function frameReader(given: ReaderParts): FrameReader {
  const { pool } = given;
  const parts = { ...given, plans: new PlanReads(pool) };
  return {
    page: (query, signal) => readPage(parts, query, signal),
    lastBefore: (query, before, perId, signal) => readLastBefore(parts, query, before, perId, signal),
    stream: (query, signal) => streamFrames(parts, query, signal),
    count: (query, signal) => ask(parts, "count", query, signal),
    buckets: (query, leastUs, signal) => readBuckets(parts, query, leastUs, signal),
    extent: (bindingNumber) => readExtent(pool, bindingNumber),
    newest: (bindingNumber, withinUs, limit, signal) => readNewest(parts, bindingNumber, withinUs, limit, signal),
    samples: (query, signal) => ask(parts, "samples", query, signal),
    pixels: (query, signal) => readPixels(parts, query, signal),
    curves: (query, signal) => readCurves(parts, query, signal),
    extremes: (query, signal) => readExtremes(parts, query, signal),
    figures: (query, signal) => ask(parts, "figures", query, signal),
    traffic: (query, signal) => ask(parts, "traffic", query, signal),
    load: (query, signal) => ask(parts, "load", query, signal),
    find: (query, signal) => readFound(parts, query, signal),
  };
}

function answer<K extends ReadJobName>(
  parts: ReaderParts,
  name: K,
  plan: ReadPlan,
  query: ReadJobs[K]["query"],
  signal: AbortSignal | undefined,
): Promise<ReadJobs[K]["answer"]> {
  if (settledFrames(plan) + (plan.landedFrames ?? 0) > FRAMES_HERE)
    return parts.workers.run(name, { plan, query } as never, { signal }) as Promise<ReadJobs[K]["answer"]>;
  const job = readJobs[name] as (access: StoreAccess, plan: ReadPlan, query: unknown) => Promise<ReadJobs[K]["answer"]>;
  return job(parts, plan, query);
}

const settledFrames = ({ segments }: ReadPlan): number => segments.reduce((sum, row) => sum + row.frames, 0);

/** A question over a window of a binding, on a snapshot of it. */
function ask<K extends ReadJobName>(
  parts: PlanningParts,
  name: K,
  query: ReadJobs[K]["query"] & TimeWindow & { readonly bindingNumber: number },
  signal: AbortSignal | undefined,
): Promise<ReadJobs[K]["answer"]> {
  return onSnapshot(async () => {
    const plan = await parts.plans.read(query.bindingNumber, query);
    return answer(parts, name, plan, query, signal);
  }, signal);
}

/** In a worker however few frames there are: it computes longer than it reads. */
function readFound(parts: PlanningParts, query: FindQuery, signal: AbortSignal | undefined): Promise<Found> {
  return onSnapshot(async () => {
    const plan = await parts.plans.read(query.bindingNumber, query);
    return parts.workers.run("find", { plan, query }, { signal });
  }, signal);
}

async function readBuckets(
  parts: PlanningParts,
  query: FrameQuery,
  leastUs: number,
  signal: AbortSignal | undefined,
): Promise<Buckets> {
  const isByMinute = leastUs >= MINUTE_US;
  const bucketUs = isByMinute ? Math.ceil(leastUs / MINUTE_US) * MINUTE_US : Math.max(1, Math.ceil(leastUs));
  const originUs = isByMinute ? Math.floor(query.fromUs / MINUTE_US) * MINUTE_US : query.fromUs;
  const count = Math.ceil((query.toUs - originUs) / bucketUs);
  const toUs = isByMinute ? originUs + count * bucketUs : query.toUs;
  const list = await ask(parts, "buckets", { ...query, fromUs: originUs, toUs, originUs, bucketUs }, signal);
  return { originUs, bucketUs, list };
}

async function readPixels(parts: PlanningParts, query: PixelQuery, signal: AbortSignal | undefined): Promise<Pixels> {
  const { series, ...asked } = query;
  return onSnapshot(async () => {
    const plan = await parts.plans.read(query.bindingNumber, query);
    const kept = await keptOf(parts, plan, query, series);
    const packed = await answer(parts, "pixels", plan, { ...asked, kept }, signal);
    return { curves: packed.map(unpackPixels), isKept: kept.size > 0 };
  }, signal);
}

async function keptOf(
  { pool }: ReaderParts,
  plan: ReadPlan,
  query: PixelGrid & TimeWindow,
  series: readonly number[] | undefined,
): Promise<ReadonlyMap<number, readonly KeptPlace[]>> {
  return series !== undefined && series.length > 0 && canBeKept(query)
    ? keptPlaces(pool, plan.segments, series)
    : new Map();
}

/** One job where most frames are landed, for then each would read them again; else one for each message. */
async function readCurves(
  parts: PlanningParts,
  { messages, ...query }: CurvesQuery,
  signal: AbortSignal | undefined,
): Promise<MessageCurves[]> {
  return onSnapshot(async () => {
    const plan = await parts.plans.readShared(query.bindingNumber, query);
    const asked = await Promise.all(
      messages.map(async ({ series, ...one }) => ({ ...one, kept: await keptOf(parts, plan, query, series) })),
    );
    const jobs = (plan.landedFrames ?? 0) > settledFrames(plan) ? [asked] : asked.map((one) => [one]);
    const run = (part: typeof asked) => answer(parts, "curves", plan, { ...query, messages: part }, signal);
    const packed = (await Promise.all(jobs.map(run))).flat();
    return packed.map((curves, i): MessageCurves => {
      if ("samples" in curves) return { kind: "samples", samples: curves.samples };
      const isKept = (asked[i]?.kept.size ?? 0) > 0;
      return { kind: "pixels", curves: curves.pixels.map(unpackPixels), isKept };
    });
  }, signal);
}

function readExtremes(parts: ReaderParts, query: ExtremesQuery, signal: AbortSignal | undefined): Promise<Extremes> {
  return onSnapshot(async () => {
    const { segments, landed: rows } = await readIndex(parts.pool, query.bindingNumber, query);
    const kept = await keptPlaces(parts.pool, segments, [query.series]);
    const landed = rows.map(({ firstUs, lastUs }) => ({ firstUs, lastUs }));
    return answer(parts, "extremes", { segments, landed: [] }, { ...query, kept, landed }, signal);
  }, signal);
}

/**
 * Reads in windows of landed batches, so that memory stays bounded; a stale snapshot is taken again from where it
 * ended.
 */
async function* streamFrames(
  parts: ReaderParts,
  query: FrameQuery,
  signal: AbortSignal | undefined,
): AsyncGenerator<FrameBatch, void, undefined> {
  const batch = new FrameBatch(1, 1);
  let after: FramePosition | undefined;
  let doneUs = query.fromUs;
  let failures = 0;
  while (doneUs < query.toUs) {
    signal?.throwIfAborted();
    const snapshot = await readIndex(parts.pool, query.bindingNumber, { fromUs: doneUs, toUs: query.toUs });
    const [window] = landedWindows(snapshot.landed, { fromUs: doneUs, toUs: query.toUs }, STREAM_WINDOW);
    if (window === undefined) return;
    try {
      const landed = await readBodies(parts.pool, query.bindingNumber, window.rows);
      const plan = { segments: inWindow(snapshot, window), landed };
      const wanted = { ...query, fromUs: window.fromUs, toUs: window.toUs, after };
      for await (const { frames, position } of parts.workers.stream(plan, wanted, signal)) {
        after = position;
        failures = 0;
        yield batchOf(batch, frames);
      }
      doneUs = window.toUs;
    } catch (error) {
      if (!(error instanceof SnapshotGone) || ++failures > 1) throw asDamage(error);
      doneUs = Math.max(doneUs, after?.timeUs ?? doneUs);
    }
  }
}

const inWindow = ({ segments }: IndexSnapshot, { fromUs, toUs }: TimeWindow) =>
  segments.filter((row) => row.lastUs >= fromUs && row.firstUs < toUs);

function asDamage(error: unknown): unknown {
  return error instanceof MissingFile ? damageOf(error.row, error.message) : error;
}

async function readExtent(pool: StoreAccess["pool"], bindingNumber: number): Promise<Extent> {
  const found = await pool.query<{
    first_us: number | null;
    last_us: number | null;
    channels: Buffer[] | null;
    frames: number;
    bytes: number;
  }>(
    `/* prepared */ select min(first_us) as first_us, max(last_us) as last_us, array_agg(distinct channels) as channels,
        (select coalesce(sum(frames), 0)::bigint from day_counters where binding = $1 and day >= 0) as frames,
        (select coalesce(sum(bytes), 0)::bigint from day_counters where binding = $1 and day >= 0) as bytes
      from (select first_us, last_us, channels from segments where binding = $1
        union all select first_us, last_us, channels from landing where binding = $1) f`,
    [bindingNumber],
  );
  const row = found.rows[0];
  if (row === undefined || row.first_us === null || row.last_us === null)
    return { times: undefined, channels: [], frames: row?.frames ?? 0, bytes: row?.bytes ?? 0 };
  const channels = new Set((row.channels ?? []).flatMap((one) => [...one]));
  return {
    times: { firstUs: row.first_us, lastUs: row.last_us },
    channels: [...channels].sort((a, b) => a - b),
    frames: row.frames,
    bytes: row.bytes,
  };
}

/** Of each channel and identifier the newest frame: the last row of the run that ends last. */
async function readNewest(
  parts: PlanningParts,
  bindingNumber: number,
  withinUs: number,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<StoredFrame[]> {
  return onSnapshot(async () => {
    const { times } = await readExtent(parts.pool, bindingNumber);
    if (times === undefined) return [];
    const window = { fromUs: times.lastUs - withinUs, toUs: times.lastUs + 1 };
    const plan = await parts.plans.read(bindingNumber, window);
    signal?.throwIfAborted();
    const sources: SourceRun[] = [];
    for (const row of plan.segments) for (const run of await runsOf(parts, row, window, () => true)) sources.push(run);
    for (const run of await runsOfLanded(parts, plan.landed, plan.segments, window)) sources.push(memorySource(run));
    const newest = new Map<string, SourceRun>();
    for (const source of sources) {
      const name = `${source.channel}/${source.id}/${source.flags & FLAG_EXTENDED}`;
      const known = newest.get(name);
      if (known === undefined || source.lastUs >= known.lastUs) newest.set(name, source);
    }
    const chosen = [...newest.values()].sort((a, b) => a.channel - b.channel || a.id - b.id).slice(0, limit);
    await loadRuns(parts.files, chosen);
    return chosen.map((source) => {
      const own = partsOf(source);
      const row = source.count - 1;
      return frameAt(source, own, row, own.times.at(row), own.ks?.at(row) ?? 0);
    });
  }, signal);
}
