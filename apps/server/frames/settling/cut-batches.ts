import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import type pg from "pg";
import { channelsOf, countDays, spanOf } from "../ingest/batch-span.ts";
import type { Removed } from "../landing/usage-store.ts";
import type { LandedBatch, LandedRow } from "../reading/segment-index.ts";
import { FRAME_BYTES } from "../segments/run.ts";
import { arrayOf } from "../store/sql-arrays.ts";
import { overlaps, spanWindow, type TimeWindow } from "../store/time-window.ts";
import { PlanGone } from "../store/transaction.ts";
import { readBatches } from "./landed-runs.ts";

interface LandedChange {
  readonly gone: readonly LandedRow[];
  /** The rest of batches that a window cuts. */
  readonly left: readonly (LandedBatch & { readonly frames: FrameBatch })[];
  readonly removed: readonly Removed[];
}

/** Frames that go: of these windows, and of these channels alone where they are named. */
export interface Removal {
  readonly bindingNumber: number;
  readonly windows: readonly TimeWindow[];
  readonly channels?: readonly number[] | undefined;
}

export function cutBatches(
  rows: readonly LandedRow[],
  bodies: readonly LandedBatch[],
  { windows, bindingNumber, channels }: Removal,
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
      const isOf = channels === undefined || channels.includes(frames.channel[at] as number);
      const isGone = isOf && windows.some(({ fromUs, toUs }) => timeUs >= fromUs && timeUs < toUs);
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

/** Exactly these batches, or the plan is gone; the rest of a cut batch keeps its identity and age. */
export async function replaceBatches(
  client: pg.PoolClient,
  bindingNumber: number,
  { gone, left }: LandedChange,
): Promise<void> {
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
