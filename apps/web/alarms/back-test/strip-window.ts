import { lengthOf, type TimeSpan } from "../../ui/time/timeline.ts";

const SHORTEST_MS = 10_000;
/** Of the range, what a click on the strip shows where all of it was shown. */
const CLICKED_SHARE = 0.1;

/** What a pointer takes hold of: an edge of the window, all of it, or a new one. */
export type Grip = "from" | "to" | "all" | "new";

export const isWhole = (window: TimeSpan, span: TimeSpan): boolean =>
  window.fromMs <= span.fromMs && window.toMs >= span.toMs;

/** Moved along, within the range. */
export function movedBy(window: TimeSpan, byMs: number, span: TimeSpan): TimeSpan {
  const lengthMs = Math.min(lengthOf(window), lengthOf(span));
  const fromMs = Math.min(span.toMs - lengthMs, Math.max(span.fromMs, window.fromMs + byMs));
  return { fromMs, toMs: fromMs + lengthMs };
}

/** Around its middle, so many times as long. */
export function widened(window: TimeSpan, factor: number, span: TimeSpan): TimeSpan {
  const lengthMs = Math.min(lengthOf(span), Math.max(shortestOf(span), lengthOf(window) * factor));
  const middleMs = (window.fromMs + window.toMs) / 2;
  return movedBy({ fromMs: middleMs - lengthMs / 2, toMs: middleMs + lengthMs / 2 }, 0, span);
}

export function gripAt(window: TimeSpan, span: TimeSpan, atMs: number, reachMs: number): Grip {
  if (isWhole(window, span)) return "new";
  if (Math.abs(atMs - window.fromMs) <= reachMs) return "from";
  if (Math.abs(atMs - window.toMs) <= reachMs) return "to";
  return window.fromMs < atMs && atMs < window.toMs ? "all" : "new";
}

export interface Drag {
  readonly grip: Grip;
  /** When it was taken hold of. */
  readonly window: TimeSpan;
  readonly startMs: number;
}

export function draggedTo({ grip, window, startMs }: Drag, toMs: number, span: TimeSpan): TimeSpan {
  const atMs = Math.min(span.toMs, Math.max(span.fromMs, toMs));
  const least = shortestOf(span);
  if (grip === "all") return movedBy(window, atMs - startMs, span);
  if (grip === "from") return { fromMs: Math.min(atMs, window.toMs - least), toMs: window.toMs };
  if (grip === "to") return { fromMs: window.fromMs, toMs: Math.max(atMs, window.fromMs + least) };
  return widened({ fromMs: Math.min(startMs, atMs), toMs: Math.max(startMs, atMs) }, 1, span);
}

/** The window around a clicked moment: as long as before, or a part of a range that was shown whole. */
export function clickedAt(window: TimeSpan, atMs: number, span: TimeSpan): TimeSpan {
  const lengthMs = isWhole(window, span) ? lengthOf(span) * CLICKED_SHARE : lengthOf(window);
  return widened({ fromMs: atMs - lengthMs / 2, toMs: atMs + lengthMs / 2 }, 1, span);
}

const shortestOf = (span: TimeSpan): number => Math.min(SHORTEST_MS, lengthOf(span));
