import { z } from "zod";
import { isTimeZone } from "../platform/times.ts";
import { ruleErrors } from "./errors.ts";

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

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  if (clocks.size >= MOST_CLOCKS) clocks.clear();
  const made = newClock(timeZone);
  clocks.set(timeZone, made);
  return made;
}

/** Hours of a week: those in which a rule sends actions, or a mute keeps them back. */
export const weeklyHours = z
  .object({
    /** 0 is Sunday. */
    days: z.array(z.number().int().min(0).max(6)).min(1),
    from_min: z.number().int().min(0).max(DAY_MINUTES),
    to_min: z.number().int().min(0).max(DAY_MINUTES),
    /** Of local time, as `Date.getTimezoneOffset` has it. */
    utc_offset_min: z.number().int().min(-840).max(840),
    /** IANA name, by which the hours follow summer time; absent: by the offset. */
    time_zone: z.string().max(64).refine(isTimeZone, ruleErrors.ruleHours.code).optional(),
  })
  .refine(({ from_min, to_min }) => from_min !== to_min, ruleErrors.ruleHours.code);
export type RuleHours = z.output<typeof weeklyHours>;

/** What the clock of the hours shows. */
function localTime({ time_zone, utc_offset_min }: RuleHours, atMs: number): { day: number; minute: number } {
  if (time_zone === undefined) {
    const local = new Date(atMs - utc_offset_min * MINUTE_MS);
    return { day: local.getUTCDay(), minute: local.getUTCHours() * 60 + local.getUTCMinutes() };
  }
  const parts = new Map(
    clockOf(time_zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  );
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
