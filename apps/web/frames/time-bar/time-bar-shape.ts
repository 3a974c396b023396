import { holds, lengthOf, shareAt, spanAround, type TimeSpan } from "../../ui/time/timeline.ts";

/** What the store knows of a stretch of time. */
export interface Presence {
  startMs: number;
  bucketMs: number;
  frames: readonly number[];
  gaps: readonly TimeSpan[];
}

export interface Box {
  width: number;
  height: number;
}

/** Below this share of the bar the handles of a range would lie on each other. */
const SMALLEST_SHARE = 0.06;

/**
 * What the bar spans: while live exactly the range; else it stays where it is as long as the range is well seen in it,
 * so that nothing jumps under the pointer.
 */
export function barSpan(shown: TimeSpan | null, range: TimeSpan, live: boolean): TimeSpan {
  if (live) return range;
  const fits = shown && holds(shown, range) && lengthOf(range) / lengthOf(shown) >= SMALLEST_SHARE;
  return fits ? shown : spanAround(range);
}

/** One path for all buckets; height by the share of the fullest, so that any frame at all is seen. */
export function bucketPath({ startMs, bucketMs, frames }: Presence, span: TimeSpan, { width, height }: Box): string {
  let most = 0;
  for (const count of frames) most = Math.max(most, count);
  if (most === 0) return "";
  const x = (atMs: number) => shareAt(span, atMs) * width;
  const air = x(startMs + bucketMs) - x(startMs) > 3 ? 1 : 0;
  let path = "";
  frames.forEach((count, i) => {
    if (count === 0) return;
    const left = Math.max(0, x(startMs + i * bucketMs));
    const right = Math.min(width, x(startMs + (i + 1) * bucketMs));
    if (right <= left) return;
    const tall = Math.max(2, height * (0.35 + 0.65 * (count / most)));
    path += `M${round(left)} ${height}V${round(height - tall)}H${round(Math.max(left + 0.5, right - air))}V${height}Z`;
  });
  return path;
}

/** The stretches without frames, in pixels; shorter ones than this would only flicker. */
export function gapBoxes(gaps: readonly TimeSpan[], span: TimeSpan, width: number): { x: number; width: number }[] {
  return gaps.flatMap(({ fromMs, toMs }) => {
    const left = Math.max(0, shareAt(span, fromMs) * width);
    const right = Math.min(width, shareAt(span, toMs) * width);
    return right - left < 2 ? [] : [{ x: round(left), width: round(right - left) }];
  });
}

export interface Placed<M> {
  x: number;
  marks: readonly [M, ...M[]];
}

/** Marks that would lie on each other become one. */
export function clusters<M extends { atMs: number }>(
  marks: readonly M[],
  span: TimeSpan,
  width: number,
  apartPx: number,
): Placed<M>[] {
  const placed: { x: number; marks: [M, ...M[]] }[] = [];
  for (const mark of marks.toSorted((a, b) => a.atMs - b.atMs)) {
    const x = shareAt(span, mark.atMs) * width;
    if (x < 0 || x > width) continue;
    const last = placed.at(-1);
    if (last && x - last.x < apartPx) last.marks.push(mark);
    else placed.push({ x, marks: [mark] });
  }
  return placed;
}

/** A single moment gets this much around it. */
const ZOOM_MS = 30_000;
/** Of the length of what is looked at, on both sides together. */
const AIR = 0.4;

/** The range that shows these marks well; undefined: the range does already. Never beyond now. */
export function zoomOn(marks: readonly [Lasting, ...Lasting[]], range: TimeSpan, nowMs: number): TimeSpan | undefined {
  const fromMs = Math.min(...marks.map(({ atMs }) => atMs));
  const toMs = Math.max(...marks.map(({ atMs, toMs: end = atMs }) => end));
  const length = Math.max(ZOOM_MS, (toMs - fromMs) * (1 + AIR));
  if (holds(range, { fromMs, toMs }) && lengthOf(range) <= length) return undefined;
  const end = Math.min(Math.max(nowMs, toMs), (fromMs + toMs) / 2 + length / 2);
  return { fromMs: end - length, toMs: end };
}

interface Lasting {
  readonly atMs: number;
  readonly toMs?: number;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
