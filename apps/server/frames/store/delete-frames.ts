import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { channelsOf, countDays, spanOf } from "../batch-span.ts";
import { FRAME_BYTES } from "../segments/run.ts";
import { forgetImports, storedImports } from "./forget-imports.ts";
import type { Deleted, DeleteRange } from "./frame-store.ts";
import { readBatches } from "./landed-runs.ts";
import { eachFrame, type StoreAccess } from "./read-pages.ts";
import type { ReadPlan } from "./read-plan.ts";
import {
  BindingEnded,
  beginFile,
  deleteSegments,
  fileIsLive,
  giveUpFile,
  insertSegments,
  mustBeOpen,
  type OpenFile,
} from "./segment-file-store.ts";
import {
  type IndexSnapshot,
  type LandedBatch,
  type LandedRow,
  readBodies,
  readIndex,
  type SegmentRow,
} from "./segment-index.ts";
import type { WrittenFile } from "./settle-file.ts";
import { onSnapshot } from "./snapshots.ts";
import { arrayOf } from "./sql-arrays.ts";
import type { StoreWorkers } from "./store-workers.ts";
import { MINUTE_US, overlaps, type TimeWindow } from "./time-window.ts";
import { inTransaction, PlanGone } from "./transaction.ts";
import { type Removed, subtractUsage } from "./usage-store.ts";
import type { NewSegment } from "./write-segments.ts";

export interface Deleting extends StoreAccess {
  readonly workers: StoreWorkers;
  readonly step?: (step: string) => Promise<void>;
}

/** A plan that others overtake is made anew; one that is overtaken for ever is a fault of ours. */
const MOST_ATTEMPTS = 20;

/** The oldest frames of a range, at most `limit`; frames of one time stamp go together. */
export async function deleteRange(
  deleting: Deleting,
  range: DeleteRange,
  limit: number,
  signal?: AbortSignal,
): Promise<Deleted> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await onSnapshot(() => deleteOnce(deleting, range, limit, signal), signal);
    } catch (error) {
      // All of it goes, with the binding.
      if (error instanceof BindingEnded) return { deleted: 0, remaining: 0 };
      if (!(error instanceof PlanGone) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

async function deleteOnce(
  deleting: Deleting,
  range: DeleteRange,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Deleted> {
  const { pool, workers } = deleting;
  const { bindingNumber } = range;
  const imports = await storedImports(pool, bindingNumber);
  const snapshot = await readIndex(pool, bindingNumber, range);
  const landed = await readBodies(pool, bindingNumber, snapshot.landed);
  const plan: ReadPlan = { segments: snapshot.segments, landed };
  let windows = without(range, range.keep);
  let total = 0;
  for (const window of windows) {
    // A segment that goes whole need not be read: it may be damaged.
    const isWhole = (row: SegmentRow) => row.firstUs >= window.fromUs && row.lastUs < window.toUs;
    for (const row of plan.segments) if (isWhole(row)) total += row.frames;
    const rest = { ...plan, segments: plan.segments.filter((row) => !isWhole(row)) };
    total += await workers.run("count", { plan: rest, query: { ...window, bindingNumber, filter: {} } }, { signal });
  }
  let remaining = 0;
  if (total > limit) {
    const cutUs = await cutTime(deleting, snapshot, plan, bindingNumber, windows, limit);
    windows = windows.flatMap(({ fromUs, toUs }) => (fromUs < cutUs ? [{ fromUs, toUs: Math.min(toUs, cutUs) }] : []));
    remaining = total;
  }
  if (total === 0) return { deleted: 0, remaining: 0 };
  const deleted = await removeWindows(deleting, { ...snapshot, imports }, landed, windows, bindingNumber);
  return { deleted, remaining: Math.max(0, remaining - deleted) };
}

/** A range without some windows, in the order of time. */
export function without({ fromUs, toUs }: TimeWindow, keep: readonly TimeWindow[]): TimeWindow[] {
  let left: TimeWindow[] = [{ fromUs, toUs }];
  for (const pinned of keep)
    left = left.flatMap((window) => {
      if (!overlaps(window, pinned)) return [window];
      const parts = [
        { fromUs: window.fromUs, toUs: Math.min(window.toUs, pinned.fromUs) },
        { fromUs: Math.max(window.fromUs, pinned.toUs), toUs: window.toUs },
      ];
      return parts.filter((part) => part.fromUs < part.toUs);
    });
  return left.sort((a, b) => a.fromUs - b.fromUs);
}

/** The time before which at most `limit` frames of the windows lie: by minutes first, then within one. */
async function cutTime(
  deleting: Deleting,
  snapshot: IndexSnapshot,
  plan: ReadPlan,
  bindingNumber: number,
  windows: readonly TimeWindow[],
  limit: number,
): Promise<number> {
  let left = limit;
  for (const window of windows) {
    const query = {
      ...window,
      bindingNumber,
      filter: {},
      originUs: window.fromUs - (window.fromUs % MINUTE_US),
      bucketUs: MINUTE_US,
    };
    // Minutes that the window cuts count whole here; the frames themselves decide below.
    const minutes = await deleting.workers.run("buckets", { plan, query: { ...query, fromUs: query.originUs } });
    for (const { index, frames } of minutes) {
      const minuteUs = query.originUs + index * MINUTE_US;
      const fromUs = Math.max(window.fromUs, minuteUs);
      const toUs = Math.min(window.toUs, minuteUs + MINUTE_US);
      if (frames <= left && toUs - fromUs === MINUTE_US) {
        left -= frames;
        continue;
      }
      const isFirst = left === limit;
      const found = await timeOfFrame(deleting, snapshot, bindingNumber, { fromUs, toUs }, { after: left, isFirst });
      if (found.timeUs !== undefined) return found.timeUs;
      left -= found.frames;
    }
  }
  return windows.at(-1)?.toUs ?? 0;
}

/**
 * The time of frame number `after` (from 0) of a window; undefined: it has only so many. Frames of one time stamp go
 * together, and where the window is the first with frames, those of its first time stamp go whatever their number.
 */
async function timeOfFrame(
  deleting: Deleting,
  snapshot: IndexSnapshot,
  bindingNumber: number,
  window: TimeWindow,
  { after, isFirst }: { readonly after: number; readonly isFirst: boolean },
): Promise<{ timeUs: number | undefined; frames: number }> {
  let frames = 0;
  let firstUs: number | undefined;
  let timeUs: number | undefined;
  const inside = (one: { firstUs: number; lastUs: number }) => one.lastUs >= window.fromUs && one.firstUs < window.toUs;
  const part = { segments: snapshot.segments.filter(inside), landed: snapshot.landed.filter(inside) };
  const query = {
    ...window,
    bindingNumber,
    filter: {},
    order: "oldestFirst",
    limit: Number.POSITIVE_INFINITY,
  } as const;
  await eachFrame(deleting, part, query, undefined, (_source, _parts, _row, at) => {
    firstUs ??= at;
    if (frames >= after && !(isFirst && at === firstUs)) {
      timeUs = at;
      return false;
    }
    frames += 1;
    return true;
  });
  return { timeUs, frames };
}

interface LandedChange {
  readonly gone: readonly LandedRow[];
  /** What is left of batches that a window cuts. */
  readonly left: readonly (LandedBatch & { readonly frames: FrameBatch })[];
  readonly removed: readonly Removed[];
}

/** One transaction: segments and batches go, what is left of them comes, counters follow. Returns the frames removed. */
async function removeWindows(
  deleting: Deleting,
  { segments, landed: rows, imports }: IndexSnapshot & { readonly imports: readonly number[] },
  bodies: readonly LandedBatch[],
  windows: readonly TimeWindow[],
  bindingNumber: number,
): Promise<number> {
  const { pool, workers, step = async () => undefined } = deleting;
  const touched = segments.filter((row) => windows.some((window) => overlaps(window, spanWindow(row))));
  const cuts = touched.flatMap((row) => {
    const keep = without(spanWindow(row), windows);
    return keep.length === 0 ? [] : [{ row, keep }];
  });
  const file = cuts.length === 0 ? undefined : await beginFile(pool, "seg");
  await step("begun");
  try {
    const written = file && (await workers.run("cut", { file: file.name, cuts }));
    await step("written");
    // The windows that stay may hold no frames: then there is nothing to keep of the file.
    const hasFrames = written !== undefined && written.segments.length > 0;
    const change = cutBatches(rows, bodies, windows, bindingNumber);
    const removed = [...change.removed, ...removedOf(touched, written?.segments ?? [])];
    await inTransaction(pool, async (client) => {
      await mustBeOpen(client, bindingNumber);
      const stored = await storedTimes(
        client,
        cuts.map(({ row }) => row.id),
      );
      if (file && written && hasFrames) await fileIsLive(client, file, written.bytes);
      await deleteSegments(
        client,
        touched.map(({ id }) => id),
      );
      if (file && written && hasFrames)
        await insertCut(
          client,
          file,
          written,
          cuts.map(({ row }) => row),
          stored,
        );
      await replaceBatches(client, bindingNumber, change);
      await forgetImports(client, bindingNumber, imports, windows);
      await subtractUsage(client, removed);
    });
    if (file && !hasFrames) await giveUpFile(pool, file);
    await step("committed");
    return removed.reduce((sum, { frames }) => sum + frames, 0);
  } catch (error) {
    if (file) await giveUpFile(pool, file).catch(() => undefined);
    throw error;
  }
}

const spanWindow = ({ firstUs, lastUs }: { firstUs: number; lastUs: number }): TimeWindow => ({
  fromUs: firstUs,
  toUs: lastUs + 1,
});

/** A segment lies in one day, and so does what is left of it. */
function removedOf(touched: readonly SegmentRow[], left: readonly NewSegment[]): Removed[] {
  const gone = touched.map(({ bindingNumber, day, frames, bytes }) => ({ bindingNumber, day, frames, bytes }));
  const back = left.map(({ bindingNumber, day, frames, bytes }) => ({
    bindingNumber,
    day,
    frames: -frames,
    bytes: -bytes,
  }));
  return [...gone, ...back];
}

type Client = Parameters<Parameters<typeof inTransaction>[1]>[0];

async function storedTimes(client: Client, ids: readonly number[]): Promise<Map<number, number>> {
  const found = await client.query<{ id: number; ms: number }>(
    "select id, (extract(epoch from stored_at) * 1000)::float8 as ms from segments where id = any($1::bigint[])",
    [arrayOf(ids)],
  );
  return new Map(found.rows.map(({ id, ms }) => [id, ms]));
}

/** Retention counts on from when the frames were stored, not from the deletion beside them. */
async function insertCut(
  client: Client,
  file: OpenFile,
  written: WrittenFile,
  sources: readonly SegmentRow[],
  stored: ReadonlyMap<number, number>,
): Promise<void> {
  await insertSegments(client, file, written.segments, ({ firstUs, lastUs }) => {
    const around = sources.filter((row) => row.firstUs <= firstUs && row.lastUs >= lastUs);
    return Math.max(...around.map(({ id }) => stored.get(id) ?? 0));
  });
}

function cutBatches(
  rows: readonly LandedRow[],
  bodies: readonly LandedBatch[],
  windows: readonly TimeWindow[],
  bindingNumber: number,
): LandedChange {
  const gone: LandedRow[] = [];
  const left: (LandedBatch & { frames: FrameBatch })[] = [];
  const removed: Removed[] = [];
  for (const [i, row] of rows.entries()) {
    if (!windows.some((window) => overlaps(window, spanWindow(row)))) continue;
    const body = bodies[i] as LandedBatch;
    const frames = readBatches([body]);
    const [kept, cut] = [new FrameBatch(), new FrameBatch()];
    for (let at = 0; at < frames.length; at += 1) {
      const timeUs = frames.timeUs[at] as number;
      const isGone = windows.some(({ fromUs, toUs }) => timeUs >= fromUs && timeUs < toUs);
      (isGone ? cut : kept).pushFrame(frames.at(at));
    }
    const span = spanOf(cut);
    if (span === undefined) continue;
    gone.push(row);
    for (const day of countDays(cut, span)) removed.push({ bindingNumber, ...day });
    if (kept.length > 0) left.push({ ...body, frames: kept });
  }
  return { gone, left, removed };
}

/** Exactly these batches, or the plan is gone; what is left of one keeps its identity and its age. */
async function replaceBatches(client: Client, bindingNumber: number, { gone, left }: LandedChange): Promise<void> {
  if (gone.length === 0) return;
  const deleted = await client.query<{ id: number; landed_at: Date }>(
    "delete from landing where binding = $1 and id = any($2::bigint[]) returning id, landed_at",
    [bindingNumber, arrayOf(gone.map(({ id }) => id))],
  );
  if (deleted.rowCount !== gone.length) throw new PlanGone("landed batches were settled by another");
  const before = new Map(deleted.rows.map((row) => [row.id, row]));
  for (const { id, epoch, sequence, frames } of left) {
    const encoded = encodeCb1(frames, { epoch: epoch % 2 ** 32, sequence });
    if (!encoded.ok) throw new Error(`what is left of a batch cannot be written: ${encoded.problem.code}`);
    const span = spanOf(frames);
    const row = before.get(id);
    await client.query(
      `insert into landing (binding, epoch, sequence, first_us, last_us, frames, bytes, channels, landed_at, body)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        bindingNumber,
        epoch,
        sequence,
        span?.firstUs,
        span?.lastUs,
        frames.length,
        FRAME_BYTES * frames.length + frames.dataLength,
        Buffer.from(channelsOf(frames)),
        row?.landed_at,
        encoded.value,
      ],
    );
  }
}
