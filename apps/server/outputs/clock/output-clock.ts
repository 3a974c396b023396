import type { OutputClock } from "@canopy/contract/outputs/output-content";
import { instantOf, type WallTime, wallTime } from "./zone-time.ts";

/** More than the longest turn. */
const MOST_DAYS = 62;
/** Turns that were missed for longer are left out: the program was away. */
const CATCH_UP_MS = 31 * 86_400_000;

type CalendarDay = Omit<WallTime, "hour">;

/** The first turn after a time. */
export function nextTurnMs(clock: OutputClock, afterMs: number): number {
  const first = wallTime(clock.zone, afterMs);
  for (let later = 0; later <= MOST_DAYS; later += 1) {
    const day = daysLater(first, later);
    if (!isDay(clock, day)) continue;
    const turnMs = instantOf(clock.zone, { ...day, hour: clock.hour });
    if (turnMs > afterMs) return turnMs;
  }
  throw new Error("a clock has a turn in two months");
}

/** The turn that is run, of one that may have been missed long ago. */
export function dueTurnMs(clock: OutputClock, plannedMs: number, nowMs: number): number {
  return plannedMs >= nowMs - CATCH_UP_MS ? plannedMs : nextTurnMs(clock, nowMs - CATCH_UP_MS);
}

export interface OutputRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Whole days of the zone up to the day of the run: those of one turn join those of the next. */
export function rangeOf({ every, zone }: OutputClock, runMs: number): OutputRange {
  const to = wallTime(zone, runMs);
  const from = every === "month" ? monthEarlier(to) : daysLater(to, every === "week" ? -7 : -1);
  return { fromMs: instantOf(zone, { ...from, hour: 0 }), toMs: instantOf(zone, { ...to, hour: 0 }) };
}

function isDay({ every, weekday, month_day }: OutputClock, { year, month, day }: CalendarDay): boolean {
  if (every === "day") return true;
  if (every === "month") return day === month_day;
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() === weekday % 7;
}

function daysLater({ year, month, day }: CalendarDay, days: number): CalendarDay {
  return dayOf(new Date(Date.UTC(year, month - 1, day + days)));
}

/** The same day, or the last of a shorter month. */
function monthEarlier({ year, month, day }: CalendarDay): CalendarDay {
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month - 2, Math.min(day, last))));
}

const dayOf = (date: Date): CalendarDay => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
});
