import { lengthOf, type TimeSpan } from "../../ui/time/timeline.ts";

export interface Stay {
  online_time: number;
  /** Null: still online. */
  offline_time: number | null;
}

/** What of these stays lies inside the span, cut at its edges. */
export function staysWithin(stays: readonly Stay[], span: TimeSpan): TimeSpan[] {
  return stays.flatMap(({ online_time, offline_time }) => {
    const fromMs = Math.max(span.fromMs, online_time);
    const toMs = Math.min(span.toMs, offline_time ?? span.toMs);
    return toMs > fromMs ? [{ fromMs, toMs }] : [];
  });
}

/** The share of the span in which it was online, 0 to 1; stays of one device do not overlap. */
export function onlineShare(inside: readonly TimeSpan[], span: TimeSpan): number {
  const online = inside.reduce((sum, stay) => sum + lengthOf(stay), 0);
  return Math.min(1, online / lengthOf(span));
}

/** The part of the span in which there was such a device. */
export function sinceCreated(span: TimeSpan, createdMs: number): TimeSpan {
  if (createdMs <= span.fromMs) return span;
  // A clock behind the server's must not leave nothing.
  return { fromMs: Math.min(createdMs, span.toMs - 1), toMs: span.toMs };
}
