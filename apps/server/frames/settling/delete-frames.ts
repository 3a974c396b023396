import { type Removed, subtractUsage } from "../landing/usage-store.ts";
import type { StoreAccess } from "../reading/read-pages.ts";
import type { ReadPlan } from "../reading/read-plan.ts";
import {
  type IndexSnapshot,
  type LandedBatch,
  readBodies,
  readIndex,
  type SegmentRow,
} from "../reading/segment-index.ts";
import { onSnapshot } from "../reading/snapshots.ts";
import { SegmentDamage } from "../segments/segment-damage.ts";
import {
  BindingEnded,
  beginFile,
  deleteSegments,
  fileIsLive,
  giveUpFile,
  insertSegments,
  mustBeOpen,
  type OpenFile,
} from "../store/files/segment-file-store.ts";
import type { FrameFilter } from "../store/frame-filter.ts";
import type { Deleted, DeleteRange } from "../store/frame-store.ts";
import { arrayOf } from "../store/sql-arrays.ts";
import type { StoreWorkers } from "../store/threads/store-workers.ts";
import { overlaps, spanWindow, without } from "../store/time-window.ts";
import { inTransaction, PlanGone } from "../store/transaction.ts";
import { cutBatches, type Removal, replaceBatches } from "./cut-batches.ts";
import { cutTime } from "./deletion-limit.ts";
import { forgetImports, storedImports } from "./forget-imports.ts";
import { channelsHeld, type HeldChannels } from "./held-channels.ts";
import type { WrittenFile } from "./settle-file.ts";
import type { NewSegment } from "./write-segments.ts";

export interface Deleting extends StoreAccess {
  readonly workers: StoreWorkers;
  readonly step?: (step: string) => Promise<void>;
}

/** A plan that others overtake is made anew; one that is overtaken for ever is a fault of ours. */
const MOST_ATTEMPTS = 20;
const NOTHING: Deleted = { deleted: 0, bytes: 0, remaining: 0 };

/**
 * The oldest frames of a range, at most `limit`; frames of one time stamp go together. Where a segment that does not go
 * whole cannot be read, all else goes, and the damage is thrown at the end.
 */
export async function deleteRange(
  deleting: Deleting,
  range: DeleteRange,
  limit: number,
  signal?: AbortSignal,
): Promise<Deleted> {
  const damages: SegmentDamage[] = [];
  for (;;) {
    try {
      const spared = { ...range, keep: [...range.keep, ...damages] };
      const deleted = await deleteReadable(deleting, spared, limit, signal);
      const [damage] = damages;
      if (damage === undefined) return deleted;
      throw new SegmentDamage(`${damage.reason} (${deleted.deleted} frames beside it were deleted)`, damage);
    } catch (error) {
      const isNew =
        error instanceof SegmentDamage &&
        !damages.some(({ file, fromUs }) => error.file === file && error.fromUs === fromUs);
      if (!isNew) throw error;
      damages.push(error);
    }
  }
}

async function deleteReadable(
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
      if (error instanceof BindingEnded) return NOTHING;
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
  const filter = filterOf(range);
  const held = await channelsHeld(deleting, snapshot.segments, range.channels);
  let windows = without(range, range.keep);
  const isInside = (row: SegmentRow) => held.hasAny(row) && windows.some((window) => overlaps(window, spanWindow(row)));
  const plan: ReadPlan = { segments: snapshot.segments.filter(isInside), landed };
  let total = 0;
  for (const window of windows) {
    // A segment that goes whole need not be read: it may be damaged.
    const isWhole = (row: SegmentRow) =>
      !held.hasOthers(row) && row.firstUs >= window.fromUs && row.lastUs < window.toUs;
    for (const row of plan.segments) if (isWhole(row)) total += row.frames;
    const rest = { ...plan, segments: plan.segments.filter((row) => !isWhole(row)) };
    total += await workers.run("count", { plan: rest, query: { ...window, bindingNumber, filter } }, { signal });
  }
  let remaining = 0;
  if (total > limit) {
    const cutUs = await cutTime(deleting, snapshot, plan, { bindingNumber, windows, filter }, limit);
    windows = windows.flatMap(({ fromUs, toUs }) => (fromUs < cutUs ? [{ fromUs, toUs: Math.min(toUs, cutUs) }] : []));
    remaining = total;
  }
  if (total === 0) return NOTHING;
  const gone = await removeWindows(deleting, { ...snapshot, imports }, landed, { ...range, windows, held });
  return { ...gone, remaining: Math.max(0, remaining - gone.deleted) };
}

const filterOf = ({ channels }: DeleteRange): FrameFilter => (channels === undefined ? {} : { channels });

/** One transaction: removes segments and batches, inserts their rests, updates counters. Returns what was removed. */
async function removeWindows(
  deleting: Deleting,
  { segments, landed: rows, imports }: IndexSnapshot & { readonly imports: readonly number[] },
  bodies: readonly LandedBatch[],
  removal: Removal & { readonly held: HeldChannels },
): Promise<Pick<Deleted, "deleted" | "bytes">> {
  const { windows, bindingNumber, channels, held } = removal;
  const { pool, workers, step = async () => undefined } = deleting;
  const touched = segments.filter(
    (row) => held.hasAny(row) && windows.some((window) => overlaps(window, spanWindow(row))),
  );
  const cuts = touched.flatMap((row) => {
    const keep = without(spanWindow(row), windows);
    return keep.length === 0 && !held.hasOthers(row) ? [] : [{ row, keep, channels }];
  });
  const file = cuts.length === 0 ? undefined : await beginFile(pool, "seg");
  await step("begun");
  try {
    const written = file && (await workers.run("cut", { file: file.name, cuts }));
    await step("written");
    // The windows that stay may hold no frames: then there is nothing to keep of the file.
    const hasFrames = written !== undefined && written.segments.length > 0;
    const change = cutBatches(rows, bodies, removal);
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
      await forgetImports(client, bindingNumber, imports, { windows, channels });
      await subtractUsage(client, removed);
    });
    if (file && !hasFrames) await giveUpFile(pool, file);
    await step("committed");
    return {
      deleted: removed.reduce((sum, { frames }) => sum + frames, 0),
      bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  } catch (error) {
    if (file) await giveUpFile(pool, file).catch(() => undefined);
    throw error;
  }
}

/** A segment lies in one day, and so does its rest. */
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
