import type { TimeWindow } from "./retention-store.ts";

export type PageOrder = "oldestFirst" | "newestFirst";

const FIRST_WINDOW_US = 10_000_000;
const GROWTH = 4;

/**
 * A page is searched in windows that grow: where frames are dense the first one fills the page and nothing else is
 * sorted, and over a gap of months there are a dozen.
 */
export function* timeWindows({ fromUs, toUs }: TimeWindow, order: PageOrder): Generator<TimeWindow, void, undefined> {
  let size = FIRST_WINDOW_US;
  let left = toUs - fromUs;
  while (left > 0) {
    const length = Math.min(size, left);
    const start = order === "oldestFirst" ? toUs - left : fromUs + left - length;
    yield { fromUs: start, toUs: start + length };
    left -= length;
    size *= GROWTH;
  }
}
