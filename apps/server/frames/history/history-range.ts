import { historyErrors } from "@canopy/contract/frames/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { TimeWindow } from "../store/time-window.ts";

/** A whole millisecond behind every frame; later times, which a query may name, are not exact as microseconds. */
const END_US = 9_007_199_254_740_000;

/** NAV-14: the requested range, in microseconds. */
export function askedRange(startMs: number, endMs: number): TimeWindow {
  if (startMs >= endMs) throw new ApiError(historyErrors.rangeReversed, { field: "end_time" });
  return { fromUs: Math.min(startMs * 1000, END_US - 1000), toUs: Math.min(endMs * 1000, END_US) };
}
