import type { RuleHours } from "./rule-content.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const WEEKDAYS: readonly string[] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
/** Zones are some hundred; names may be written in small letters too. */
const MOST_CLOCKS = 1000;

const clocks = new Map<string, Intl.DateTimeFormat>();

const newClock = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  });

export function isTimeZone(name: string): boolean {
  try {
    return newClock(name) !== undefined;
  } catch {
    return false;
  }
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  if (clocks.size >= MOST_CLOCKS) clocks.clear();
  const made = newClock(timeZone);
  clocks.set(timeZone, made);
  return made;
}

/** What the clock of the hours shows. */
function localTime({ time_zone, utc_offset_min }: RuleHours, atMs: number): { day: number; minute: number } {
  if (time_zone === undefined) {
    const local = new Date(atMs - utc_offset_min * MINUTE_MS);
    return { day: local.getUTCDay(), minute: local.getUTCHours() * 60 + local.getUTCMinutes() };
  }
  const parts = new Map(clockOf(time_zone).formatToParts(atMs).map(({ type, value }) => [type, value]));
  const minute = Number(parts.get("hour")) * 60 + Number(parts.get("minute"));
  return { day: WEEKDAYS.indexOf(parts.get("weekday") ?? ""), minute };
}

/** Whether a moment lies in the hours; hours that end before they begin go over midnight, of the day they begin on. */
export function isWithinHours(hours: RuleHours | null, atMs: number): boolean {
  if (hours === null) return true;
  const { day, minute } = localTime(hours, atMs);
  const { days, from_min, to_min } = hours;
  if (from_min < to_min) return days.includes(day) && minute >= from_min && minute < to_min;
  const isEvening = days.includes(day) && minute >= from_min && minute < DAY_MINUTES;
  return isEvening || (days.includes((day + 6) % 7) && minute < to_min);
}
