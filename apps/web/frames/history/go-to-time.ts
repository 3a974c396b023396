import { holds, lengthOf, type Timeline, type TimeSpan } from "../../ui/time/timeline.ts";

/** Puts the cursor to a moment; one outside the range takes the range along. */
export function goToTime(timeline: Timeline, range: TimeSpan, ms: number | null): void {
  if (ms === null || holds(range, { fromMs: ms, toMs: ms })) {
    timeline.setCursor(ms);
    return;
  }
  const half = lengthOf(range) / 2;
  timeline.setRange({ fromMs: ms - half, toMs: ms + half }, ms);
}
