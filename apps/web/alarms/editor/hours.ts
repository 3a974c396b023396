import type { RuleHours } from "@canopy/contract/alarms/weekly-hours";
import { translate } from "../../platform/i18n.ts";
import "../texts.ts";

/** Monday first. */
export const WEEK_DAYS = [1, 2, 3, 4, 5, 6, 0] as const;

const two = (value: number) => String(value).padStart(2, "0");

/** Minutes of a day as 08:30; the end of the day as 00:00. */
export const clockOf = (minutes: number): string => `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;

/** Undefined for a time that is not whole yet. */
export function minutesOf(clock: string): number | undefined {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(clock) ?? [];
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return Number(hour) * 60 + Number(minute);
}

/** UTC+8 of `Date.getTimezoneOffset`. */
export function offsetText(offsetMin: number): string {
  const ahead = -offsetMin;
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  return `UTC${ahead < 0 ? "-" : "+"}${hours}${minutes > 0 ? `:${two(minutes)}` : ""}`;
}

export const viewerZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `Mon–Fri, Sun 22:00–06:00`, with its zone where that is not the viewer's. */
export function hoursText(hours: RuleHours, viewerOffsetMin: number, ownZone = viewerZone()): string {
  const { days, from_min, to_min, utc_offset_min, time_zone } = hours;
  const isOwn = time_zone === undefined ? utc_offset_min === viewerOffsetMin : time_zone === ownZone;
  const zone = isOwn ? "" : ` ${time_zone ?? offsetText(utc_offset_min)}`;
  const isDaily = WEEK_DAYS.every((day) => days.includes(day));
  const named = isDaily ? translate("alarms.hours.daily") : daysText(days);
  return `${named} ${clockOf(from_min)}–${to_min === 1440 ? "24:00" : clockOf(to_min)}${zone}`;
}

/** Three days or more in a row by the first and the last. */
function daysText(days: readonly number[]): string {
  const runs: (typeof WEEK_DAYS)[number][][] = [];
  for (const [place, day] of WEEK_DAYS.entries()) {
    if (!days.includes(day)) continue;
    const before = WEEK_DAYS[place - 1];
    const run = runs.at(-1);
    if (run && before !== undefined && run.at(-1) === before) run.push(day);
    else runs.push([day]);
  }
  const names = runs.map((run) => run.map((day) => translate(`alarms.hours.day${day}`)));
  return names.map((run) => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.join(", "))).join(", ");
}
