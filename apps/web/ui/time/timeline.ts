/** A stretch of time in epoch milliseconds, closed on both sides. */
export interface TimeSpan {
  fromMs: number;
  toMs: number;
}

/**
 * The shared time of a device: it belongs to the device, not to a tab. Range and cursor are in the address, so another
 * tab, a link and the way back show the same moment.
 */
export interface Timeline {
  /** Following now: the range moves on with the clock. */
  live: boolean;
  /** What is looked at. While live it ends now and is renewed every few seconds. */
  range: TimeSpan;
  /** The one moment that curves, frames, map and alarms agree on. */
  cursorMs: number | null;
  /** With a cursor: both at once; without, the cursor stays. */
  setRange(range: TimeSpan, cursorMs?: number | null): void;
  setCursor(atMs: number | null): void;
  /** Back to now, with the same length or another. */
  goLive(lengthMs?: number): void;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Shorter would be narrower than a drawn pixel of the bar. */
export const SHORTEST_RANGE_MS = 1000;

/** The whole that the bar shows around a chosen range: twice as long, the range in its later half. */
export function spanAround({ fromMs, toMs }: TimeSpan): TimeSpan {
  const length = toMs - fromMs;
  return { fromMs: fromMs - (length * 2) / 3, toMs: toMs + length / 3 };
}

export function lengthOf({ fromMs, toMs }: TimeSpan): number {
  return toMs - fromMs;
}

export function holds(outer: TimeSpan, inner: TimeSpan): boolean {
  return outer.fromMs <= inner.fromMs && inner.toMs <= outer.toMs;
}

export function overlap(one: TimeSpan, other: TimeSpan): boolean {
  return one.fromMs <= other.toMs && other.fromMs <= one.toMs;
}

/** Moved along by a share of its own length; never beyond now. */
export function moved(span: TimeSpan, share: number, nowMs: number): TimeSpan {
  const by = Math.min(lengthOf(span) * share, nowMs - span.toMs);
  return { fromMs: span.fromMs + by, toMs: span.toMs + by };
}

/** Where a moment stands in a span, 0 to 1. */
export function shareAt(span: TimeSpan, atMs: number): number {
  return (atMs - span.fromMs) / lengthOf(span);
}

const STEPS_MS = [1, 2, 5, 10, 15, 30]
  .map((n) => n * 1000)
  .concat(
    [1, 2, 5, 10, 15, 30].map((n) => n * MINUTE_MS),
    [1, 2, 3, 6, 12].map((n) => n * HOUR_MS),
    [1, 2, 7, 14, 30].map((n) => n * DAY_MS),
  );

/** Round moments in the viewer's zone for an axis, at most `count` of them. */
export function ticksOf(span: TimeSpan, count: number): { stepMs: number; atMs: number[] } {
  const stepMs = STEPS_MS.find((step) => lengthOf(span) / step <= count) ?? 30 * DAY_MS;
  const zoneMs = new Date(span.fromMs).getTimezoneOffset() * MINUTE_MS;
  const first = Math.ceil((span.fromMs - zoneMs) / stepMs) * stepMs + zoneMs;
  const atMs: number[] = [];
  for (let at = first; at <= span.toMs; at += stepMs) atMs.push(at);
  return { stepMs, atMs };
}
