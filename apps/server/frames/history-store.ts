import { parseHex } from "@canopy/can/bytes/hex";
import { FLAG_REMOTE, type Frame } from "@canopy/can/frame/frame";
import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";
import type { FrameFilter } from "./history-filter.ts";
import { filterSql, whole } from "./history-filter-sql.ts";
import { type PageOrder, timeWindows } from "./history-windows.ts";
import type { FramePosition, TimeWindow } from "./retention-store.ts";

export interface StoredFrame extends Frame {
  readonly epoch: number;
  readonly sequence: number;
  /** In its batch. */
  readonly index: number;
}

export interface FrameQuery extends TimeWindow {
  readonly bindingNumber: number;
  readonly filter: FrameFilter;
}

export interface PageQuery extends FrameQuery {
  readonly order: PageOrder;
  readonly limit: number;
  /** The last frame of the page before. */
  readonly after?: FramePosition;
}

export interface FramePage {
  readonly frames: readonly StoredFrame[];
  /** Undefined: there are no more. */
  readonly next: FramePosition | undefined;
}

const FrameRow = z.tuple([
  z.coerce.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.string(),
  z.number(),
  z.coerce.number(),
  z.number(),
]);

/** One page in the order of time; frames of the same microsecond in the order in which they were recorded. */
export async function readFramePage(client: ClickHouseClient, query: PageQuery): Promise<FramePage> {
  const frames: StoredFrame[] = [];
  for (const window of timeWindows(restOf(query), query.order)) {
    frames.push(...(await readWindow(client, { ...query, ...window, limit: query.limit - frames.length })));
    if (frames.length >= query.limit) break;
  }
  const last = frames.length < query.limit ? undefined : frames.at(-1);
  return { frames, next: last && positionOf(last) };
}

const positionOf = ({ timeUs, epoch, sequence, index }: StoredFrame): FramePosition => ({
  timeUs,
  epoch,
  sequence,
  index,
});

function restOf({ fromUs, toUs, after, order }: PageQuery): TimeWindow {
  if (after === undefined) return { fromUs, toUs };
  if (order === "oldestFirst") return { fromUs: Math.max(fromUs, after.timeUs), toUs };
  return { fromUs, toUs: Math.min(toUs, after.timeUs + 1) };
}

async function readWindow(client: ClickHouseClient, query: PageQuery): Promise<StoredFrame[]> {
  const isForward = query.order === "oldestFirst";
  const direction = isForward ? "asc" : "desc";
  const { after } = query;
  const resume =
    after &&
    ` and (ts, epoch, seq, n) ${isForward ? ">" : "<"} (${[after.timeUs, after.epoch, after.sequence, after.index].map(whole).join(", ")})`;
  const order = ["ts", "epoch", "seq", "n"].map((column) => `${column} ${direction}`).join(", ");
  return framesWhere(client, query, `${resume ?? ""} order by ${order} limit ${whole(query.limit)}`);
}

/** `tail` is the rest of the statement: further conditions, order and limit. */
export async function framesWhere(client: ClickHouseClient, query: FrameQuery, tail: string): Promise<StoredFrame[]> {
  const answer = await client.query({
    query: `select ts, ch, id, flags, len, hex(reinterpretAsFixedString(d8)) || hex(ext), epoch, seq, n
      from frames where ${conditionOf(query)}${tail}`,
    format: "JSONCompactEachRow",
  });
  return z
    .array(FrameRow)
    .parse(await answer.json())
    .map(toFrame);
}

function toFrame([timeUs, channel, id, flags, size, hex, epoch, sequence, index]: z.infer<
  typeof FrameRow
>): StoredFrame {
  const bytes = parseHex(hex);
  if (!bytes.ok) throw new Error("the store answered something else than hex");
  const data = bytes.value.subarray(0, flags & FLAG_REMOTE ? 0 : size);
  return { timeUs, channel, id, flags, size, data, epoch, sequence, index };
}

export function conditionOf({ bindingNumber, fromUs, toUs, filter }: FrameQuery): string {
  return `device = ${whole(bindingNumber)} and ts >= ${whole(fromUs)} and ts < ${whole(toUs)}${filterSql(filter)}`;
}

const Count = z.object({ frames: z.coerce.number() });

/** Frames in any of these windows. */
export async function countFrames(
  client: ClickHouseClient,
  query: FrameQuery,
  windows: readonly TimeWindow[],
): Promise<number> {
  const times = windows.map(({ fromUs, toUs }) => `(ts >= ${whole(fromUs)} and ts < ${whole(toUs)})`);
  const answer = await client.query({
    query: `select count() as frames from frames where ${conditionOf(query)} and (${times.join(" or ")})`,
    format: "JSONEachRow",
  });
  const [row] = z.array(Count).parse(await answer.json());
  return row?.frames ?? 0;
}

export interface Bucket {
  readonly index: number;
  readonly frames: number;
  readonly firstUs: number;
  readonly lastUs: number;
}

const BucketRow = z.object({
  index: z.coerce.number(),
  frames: z.coerce.number(),
  firstUs: z.coerce.number(),
  lastUs: z.coerce.number(),
});

/**
 * Of buckets of so many microseconds from the beginning of the range on, those with frames. At most 65,536 of them: of keys
 * of two bytes the engine keeps a table, and takes half the time.
 */
export async function readBuckets(client: ClickHouseClient, query: FrameQuery, bucketUs: number): Promise<Bucket[]> {
  const answer = await client.query({
    query: `select toUInt16(intDiv(ts - ${whole(query.fromUs)}, ${whole(bucketUs)})) as index, count() as frames,
        min(ts) as firstUs, max(ts) as lastUs
      from frames where ${conditionOf(query)} group by index order by index`,
    format: "JSONEachRow",
  });
  return z.array(BucketRow).parse(await answer.json());
}
