import type { RuleHours } from "./rule-content.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** Whether a moment lies in the hours; hours that end before they begin go over midnight, of the day they begin on. */
export function isWithinHours(hours: RuleHours | null, atMs: number): boolean {
  if (hours === null) return true;
  const local = new Date(atMs - hours.utc_offset_min * MINUTE_MS);
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes();
  const day = local.getUTCDay();
  const { days, from_min, to_min } = hours;
  if (from_min < to_min) return days.includes(day) && minute >= from_min && minute < to_min;
  const isEvening = days.includes(day) && minute >= from_min && minute < DAY_MINUTES;
  return isEvening || (days.includes((day + 6) % 7) && minute < to_min);
}
