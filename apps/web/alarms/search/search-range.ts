import type { AlarmSearch } from "@canopy/contract/alarms/search";

export const DAYS = ["1", "7", "30"] as const;
export const OWN = "own";
export type SearchRange = (typeof DAYS)[number] | typeof OWN;

const DAY_MS = 86_400_000;
/** A search of the last days ends when it is started. */
const AT_ONCE_MS = 60_000;

type Times = Pick<AlarmSearch["request"], "from_time" | "to_time">;

/** The last days, up to now. */
export function lastDays(days: (typeof DAYS)[number], nowMs: number): Times {
  return { from_time: nowMs - Number(days) * DAY_MS, to_time: nowMs };
}

/** What was chosen for a search that was made. */
export function rangeOf({
  request: { from_time, to_time },
  created_time,
}: Pick<AlarmSearch, "request" | "created_time">) {
  const isLast = Math.abs(created_time - to_time) < AT_ONCE_MS;
  return (isLast && DAYS.find((days) => Number(days) * DAY_MS === to_time - from_time)) || OWN;
}
