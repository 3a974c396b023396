import type { Buckets, FrameQuery, FrameReader } from "../store/frame-store.ts";
import type { TimeWindow } from "../store/time-window.ts";

export interface TimeBar {
  /** Where the first bucket begins: at the range or a little before it. */
  readonly originUs: number;
  readonly bucketUs: number;
  /** Frames per bucket. */
  readonly frames: readonly number[];
  /** From the last frame before to the first frame after; only those that leave a bucket empty. */
  readonly gaps: readonly TimeWindow[];
}

/** Where in a range the frames are. */
export async function readTimeBar(
  store: FrameReader,
  query: FrameQuery,
  buckets: number,
  signal?: AbortSignal,
): Promise<TimeBar> {
  return timeBar(query, await store.buckets(query, widthOf(query, buckets), signal));
}

/** Number of equal parts of a range. */
export const widthOf = ({ fromUs, toUs }: TimeWindow, parts: number): number =>
  Math.max(1, Math.ceil((toUs - fromUs) / parts));

export function timeBar({ fromUs, toUs }: TimeWindow, { originUs, bucketUs, list }: Buckets): TimeBar {
  const frames = new Array<number>(Math.ceil((toUs - originUs) / bucketUs)).fill(0);
  const gaps: TimeWindow[] = [];
  let before = { index: -1, lastUs: fromUs };
  for (const bucket of list) {
    frames[bucket.index] = bucket.frames;
    if (bucket.index > before.index + 1) gaps.push({ fromUs: before.lastUs, toUs: bucket.firstUs });
    before = bucket;
  }
  if (before.index < frames.length - 1) gaps.push({ fromUs: before.lastUs, toUs });
  return { originUs, bucketUs, frames, gaps };
}
