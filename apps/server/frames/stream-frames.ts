import type { FrameBatch } from "@canopy/can/frame/batch";
import type { ClickHouseClient } from "@clickhouse/client";
import { ENDS_WITH_CALLER } from "../platform/clickhouse/cancelled-by.ts";
import { BLOCK_COLUMNS, parseFrameBlocks } from "./frame-blocks.ts";
import { type Bucket, conditionOf, type FrameQuery, readBuckets } from "./history-store.ts";
import { bucketUsOf } from "./history-summary.ts";
import type { TimeWindow } from "./retention-store.ts";

/** So many are sorted at a time: the store's memory is bounded however long the range is. */
const SLICE_FRAMES = 1_000_000;
const PLAN_BUCKETS = 20_000;
/** Rows of a block: what is held here at a time. */
const BLOCK_ROWS = 16_384;

export interface FrameSlices {
  readonly frames: number;
  /** In the order of time; together they are the frames of the range. */
  readonly slices: readonly TimeWindow[];
}

/** How a range of any length is read: in pieces that can be sorted one by one. */
export async function planSlices(client: ClickHouseClient, query: FrameQuery): Promise<FrameSlices> {
  const bucketUs = bucketUsOf(query, PLAN_BUCKETS);
  return slicesOf(query, bucketUs, await readBuckets(client, query, bucketUs));
}

export function slicesOf(
  { fromUs, toUs }: TimeWindow,
  bucketUs: number,
  buckets: readonly Bucket[],
  sliceFrames = SLICE_FRAMES,
): FrameSlices {
  const slices: TimeWindow[] = [];
  let frames = 0;
  let filled = 0;
  let start = fromUs;
  const cut = (end: number) => {
    if (filled > 0) slices.push({ fromUs: start, toUs: end });
    start = end;
    filled = 0;
  };
  for (const { index, frames: count } of buckets) {
    const from = fromUs + index * bucketUs;
    const to = Math.min(toUs, from + bucketUs);
    frames += count;
    if (filled > 0 && filled + count > sliceFrames) cut(from);
    if (filled === 0) start = from;
    const pieces = Math.min(Math.ceil(count / sliceFrames), to - from);
    for (let piece = 1; piece < pieces; piece += 1) {
      filled = 1;
      cut(from + Math.floor(((to - from) * piece) / pieces));
    }
    filled += count;
  }
  cut(toUs);
  return { frames, slices };
}

/** The frames of one slice in the order in which they were recorded; a batch is good until the next is asked for. */
export async function* streamFrames(
  client: ClickHouseClient,
  query: FrameQuery,
  signal: AbortSignal,
): AsyncGenerator<FrameBatch, void, undefined> {
  const { stream } = await client.exec({
    query: `select ${BLOCK_COLUMNS.join(", ")} from frames where ${conditionOf(query)}
      order by ts, epoch, seq, n FORMAT Native`,
    abort_signal: signal,
    clickhouse_settings: { ...ENDS_WITH_CALLER, max_block_size: String(BLOCK_ROWS) },
  });
  yield* parseFrameBlocks(stream);
}
