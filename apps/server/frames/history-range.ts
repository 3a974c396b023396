import { historyErrors } from "@canopy/contract/frames/errors";
import { ApiError } from "../platform/http/api-error.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { DAY_US } from "./ingest-days.ts";
import type { TimeWindow } from "./retention-store.ts";
import { usageOfBinding } from "./usage-store.ts";

/** Counters are written a moment after the frames: of a device without any, the last days are looked through. */
const UNCOUNTED_US = 2 * DAY_US;

/** NAV-14: what was asked for, in microseconds. */
export function askedRange(startMs: number, endMs: number): TimeWindow {
  if (startMs >= endMs) throw new ApiError(historyErrors.rangeReversed, { field: "end_time" });
  return { fromUs: startMs * 1000, toUs: endMs * 1000 };
}

/** Where frames of a binding can be at all: nothing is stored of before its first day or of more than a day ahead. */
export async function storedRange(db: Db, bindingNumber: number, nowMs: number): Promise<TimeWindow> {
  const nowUs = nowMs * 1000;
  const [first] = await usageOfBinding(db, bindingNumber);
  const fromUs = first === undefined ? nowUs - UNCOUNTED_US : first.day * DAY_US;
  return { fromUs: Math.max(0, fromUs), toUs: nowUs + DAY_US };
}

/** Undefined where they have nothing in common. */
export function within(one: TimeWindow, other: TimeWindow): TimeWindow | undefined {
  const common = { fromUs: Math.max(one.fromUs, other.fromUs), toUs: Math.min(one.toUs, other.toUs) };
  return common.fromUs < common.toUs ? common : undefined;
}
