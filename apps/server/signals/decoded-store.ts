import type { ClickHouseClient } from "@clickhouse/client";
import { whole } from "../frames/history-filter-sql.ts";
import { type FrameQuery, framesWhere, type StoredFrame } from "../frames/history-store.ts";
import type { FramePosition } from "../frames/retention-store.ts";

/** Of each identifier so many: those of a multiplexed message take turns. */
const FRAMES_PER_ID = 32;

/** The last frames of each message before this one, in the order of time. */
export async function readFramesBefore(
  client: ClickHouseClient,
  query: FrameQuery,
  { timeUs, epoch, sequence, index }: FramePosition,
): Promise<StoredFrame[]> {
  const before = ` and (ts, epoch, seq, n) < (${[timeUs, epoch, sequence, index].map(whole).join(", ")})`;
  const frames = await framesWhere(
    client,
    query,
    `${before} order by ts desc, epoch desc, seq desc, n desc limit ${FRAMES_PER_ID} by ch, id, flags`,
  );
  return frames.reverse();
}
