import type { TimeWindow } from "../frames/retention-store.ts";
import { MINUTE_US } from "./curve-grid.ts";

/** What is materialised together and compared with its frames: ten minutes. */
export const WINDOW_US = 10 * MINUTE_US;

/** Which frames a window has: how many, and the sum of their times as text (64 bits). */
export interface WindowMark {
  readonly at: number;
  readonly frames: number;
  readonly sumUs: string;
}

/** Marks of windows that were kept, with the series for which they were. */
export interface KeptMark extends WindowMark {
  readonly series: ReadonlySet<number>;
}

/** The windows of a message whose frames are not those that all of its series were made from. */
export function staleWindows(
  series: readonly number[],
  marks: readonly WindowMark[],
  kept: readonly KeptMark[],
): number[] {
  const ofWindow = Map.groupBy(kept, ({ at }) => at);
  const now = new Map(marks.map((mark) => [mark.at, mark]));
  const all = new Set([...now.keys(), ...ofWindow.keys()]);
  const isStale = (at: number) => {
    const { frames, sumUs } = now.get(at) ?? { frames: 0, sumUs: "0" };
    const candidates = ofWindow.get(at) ?? [];
    const holders = candidates.filter((mark) => mark.frames === frames && mark.sumUs === sumUs);
    if (frames === 0) return candidates.some((mark) => mark.frames > 0 && series.some((one) => mark.series.has(one)));
    return !series.every((one) => holders.some((mark) => mark.series.has(one)));
  };
  return [...all].filter(isStale).sort((a, b) => a - b);
}

/** Windows as spans of time, neighbours joined; a span is never longer than `most` windows. */
export function spansOf(windows: readonly number[], most = Number.POSITIVE_INFINITY): TimeWindow[] {
  const spans: { fromUs: number; toUs: number }[] = [];
  for (const at of windows) {
    const [fromUs, toUs] = [at * WINDOW_US, (at + 1) * WINDOW_US];
    const last = spans.at(-1);
    if (last?.toUs === fromUs && toUs - last.fromUs <= most * WINDOW_US) last.toUs = toUs;
    else spans.push({ fromUs, toUs });
  }
  return spans;
}

/** Spans that overlap or touch become one; of more than `most` the nearest are joined. */
export function unionOf(spans: readonly TimeWindow[], most: number): TimeWindow[] {
  const union: { fromUs: number; toUs: number }[] = [];
  for (const { fromUs, toUs } of [...spans].sort((a, b) => a.fromUs - b.fromUs)) {
    const last = union.at(-1);
    if (last !== undefined && fromUs <= last.toUs) last.toUs = Math.max(last.toUs, toUs);
    else union.push({ fromUs, toUs });
  }
  while (union.length > most) {
    const distances = union.slice(1).map(({ fromUs }, i) => fromUs - (union[i] as TimeWindow).toUs);
    const nearest = distances.indexOf(Math.min(...distances));
    const [gone] = union.splice(nearest + 1, 1);
    (union[nearest] as { toUs: number }).toUs = (gone as TimeWindow).toUs;
  }
  return union;
}
