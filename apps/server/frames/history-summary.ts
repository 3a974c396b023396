import type { ClickHouseClient } from "@clickhouse/client";
import { type Bucket, countFrames, type FrameQuery, readBuckets } from "./history-store.ts";
import { DAY_US } from "./ingest-days.ts";
import type { TimeWindow } from "./retention-store.ts";

export interface TimeBar {
  readonly bucketUs: number;
  /** Frames per bucket. */
  readonly frames: readonly number[];
  /** From the last frame before to the first frame after; only those that leave a bucket empty. */
  readonly gaps: readonly TimeWindow[];
}

/** Where in a range the frames are. */
export async function readTimeBar(client: ClickHouseClient, query: FrameQuery, buckets: number): Promise<TimeBar> {
  const bucketUs = bucketUsOf(query, buckets);
  return timeBar(query, bucketUs, await readBuckets(client, query, bucketUs));
}

export const bucketUsOf = ({ fromUs, toUs }: TimeWindow, buckets: number): number =>
  Math.max(1, Math.ceil((toUs - fromUs) / buckets));

export function timeBar({ fromUs, toUs }: TimeWindow, bucketUs: number, found: readonly Bucket[]): TimeBar {
  const frames = new Array<number>(Math.ceil((toUs - fromUs) / bucketUs)).fill(0);
  const gaps: TimeWindow[] = [];
  let before = { index: -1, lastUs: fromUs };
  for (const bucket of found) {
    frames[bucket.index] = bucket.frames;
    if (bucket.index > before.index + 1) gaps.push({ fromUs: before.lastUs, toUs: bucket.firstUs });
    before = bucket;
  }
  if (before.index < frames.length - 1) gaps.push({ fromUs: before.lastUs, toUs });
  return { bucketUs, frames, gaps };
}

export interface CountEstimate {
  readonly frames: number;
  readonly isExact: boolean;
}

const SAMPLES = 24;
const SAMPLE_US = DAY_US / SAMPLES;

/** So many are counted in the time of a page. */
const MOST_COUNTED = 20_000_000;

/** What is small is counted, however long it took; `most` is what the days of the range hold, of any kind. */
export async function countOrEstimate(
  client: ClickHouseClient,
  query: FrameQuery,
  most: number,
): Promise<CountEstimate> {
  if (most > MOST_COUNTED) return estimateCount(client, query);
  return { frames: await countFrames(client, query, [query]), isExact: true };
}

/** Up to a day is counted; of more, 24 hours spread over it. */
export async function estimateCount(client: ClickHouseClient, query: FrameQuery): Promise<CountEstimate> {
  const windows = sampleWindows(query);
  const counted = await countFrames(client, query, windows);
  if (windows.length === 1) return { frames: counted, isExact: true };
  return { frames: Math.round((counted * (query.toUs - query.fromUs)) / DAY_US), isExact: false };
}

export function sampleWindows({ fromUs, toUs }: TimeWindow): TimeWindow[] {
  if (toUs - fromUs <= DAY_US) return [{ fromUs, toUs }];
  const step = (toUs - fromUs - SAMPLE_US) / (SAMPLES - 1);
  return Array.from({ length: SAMPLES }, (_, i) => {
    const start = Math.floor(fromUs + i * step);
    return { fromUs: start, toUs: start + SAMPLE_US };
  });
}
