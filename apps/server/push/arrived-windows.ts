import type { TimeWindow } from "../frames/store/time-window.ts";
import type { Arrival } from "./arrival-store.ts";

/** Nearer than this they are read as one. */
const GAP_US = 1_000_000;
/** At once in memory. */
const SLICE_US = 60_000_000;

/** The times that came, in their order, each part short enough to be read at once. */
export function arrivedWindows(arrivals: readonly Pick<Arrival, "firstUs" | "lastUs">[]): TimeWindow[] {
  const joined: { fromUs: number; toUs: number }[] = [];
  for (const { firstUs, lastUs } of arrivals.toSorted((a, b) => a.firstUs - b.firstUs)) {
    const before = joined.at(-1);
    if (before && firstUs <= before.toUs + GAP_US) before.toUs = Math.max(before.toUs, lastUs + 1);
    else joined.push({ fromUs: firstUs, toUs: lastUs + 1 });
  }
  return joined.flatMap(slicesOf);
}

function slicesOf({ fromUs, toUs }: TimeWindow): TimeWindow[] {
  const slices: TimeWindow[] = [];
  for (let from = fromUs; from < toUs; from += SLICE_US)
    slices.push({ fromUs: from, toUs: Math.min(toUs, from + SLICE_US) });
  return slices;
}
