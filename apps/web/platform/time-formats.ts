import { UNKNOWN } from "./formats.ts";
import type { Translate } from "./i18n.ts";
import "./texts.ts";

export type TimePrecision = "day" | "minute" | "second" | "ms";

type Maybe = number | null | undefined;

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `2026-11-15 08:31:02.412`: the same in both languages, sortable by eye, cut at the asked precision. */
export function formatTime(atMs: Maybe, zone: string, precision: TimePrecision = "second"): string {
  if (atMs === null || atMs === undefined || !isTime(atMs)) return UNKNOWN;
  const p = partsOf(atMs, zone);
  const day = `${p.year}-${p.month}-${p.day}`;
  if (precision === "day") return day;
  const minute = `${day} ${p.hour}:${p.minute}`;
  if (precision === "minute") return minute;
  return precision === "second" ? `${minute}:${p.second}` : `${minute}:${p.second}.${p.fractionalSecond}`;
}

/** `11-15`, and `2023-11-14` for another year than now, so that old data is not taken for new. */
export function formatDay(atMs: Maybe, zone: string, nowMs: number): string {
  const day = formatTime(atMs, zone, "day");
  return day.slice(0, 5) === formatTime(nowMs, zone, "day").slice(0, 5) ? day.slice(5) : day;
}

/** `08:31:02`, and `11-14 08:31:02` for another day than today. */
export function formatClock(atMs: number, zone: string, nowMs: number, precision: TimePrecision = "second"): string {
  const time = formatTime(atMs, zone, precision);
  const clock = time.slice(11);
  const isToday = time.slice(0, 10) === formatTime(nowMs, zone, "day");
  return isToday ? clock : `${formatDay(atMs, zone, nowMs)} ${clock}`;
}

/** `UTC+8`, `UTC−3:30`: times are shown with their zone named. */
export function zoneName(atMs: number, zone: string): string {
  const parts = zoneFormat(zone).formatToParts(isTime(atMs) ? atMs : 0);
  const name = parts.find((part) => part.type === "timeZoneName")?.value ?? zone;
  return name === "GMT+0" ? "UTC" : name.replace("GMT", "UTC").replace("-", "−");
}

/** The zone of the person in front of the page. */
export function viewerZone(): string {
  zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone;
}
// Asked for by every row of a list while it scrolls, and dear to find out.
let zone: string | undefined;

export interface Clock {
  nowMs: number;
  zone: string;
  t: Translate;
}

/** "just now", "12 s ago", "2 h ago", "yesterday 18:42", then days, then the date; the same ahead. */
export function formatRelative(atMs: Maybe, clock: Clock): string {
  if (atMs === null || atMs === undefined || !isTime(atMs)) return UNKNOWN;
  const past = clock.nowMs - atMs;
  return past >= 0 ? ago(atMs, past, clock) : ahead(atMs, -past, clock);
}

function ago(atMs: number, past: number, { nowMs, zone, t }: Clock): string {
  if (past < SECOND_MS) return t("platform.time.now");
  if (past < MINUTE_MS) return t("platform.time.secondsAgo", { n: Math.floor(past / SECOND_MS) });
  if (past < HOUR_MS) return t("platform.time.minutesAgo", { n: Math.floor(past / MINUTE_MS) });
  const yesterday = formatTime(nowMs - DAY_MS, zone, "day") === formatTime(atMs, zone, "day");
  if (yesterday && past > 6 * HOUR_MS) return t("platform.time.yesterday", { clock: clockOf(atMs, zone) });
  if (past < DAY_MS) return t("platform.time.hoursAgo", { n: Math.floor(past / HOUR_MS) });
  if (past < 7 * DAY_MS) return t("platform.time.daysAgo", { n: Math.floor(past / DAY_MS) });
  return formatTime(atMs, zone, "minute");
}

function ahead(atMs: number, left: number, { zone, t }: Clock): string {
  if (left < SECOND_MS) return t("platform.time.now");
  if (left < MINUTE_MS) return t("platform.time.inSeconds", { n: Math.floor(left / SECOND_MS) });
  if (left < HOUR_MS) return t("platform.time.inMinutes", { n: Math.floor(left / MINUTE_MS) });
  if (left < DAY_MS) return t("platform.time.inHours", { n: Math.floor(left / HOUR_MS) });
  if (left < 60 * DAY_MS) return t("platform.time.inDays", { n: Math.floor(left / DAY_MS) });
  return formatTime(atMs, zone, "minute");
}

/** Two figures are enough: 12 ms, 3.4 s, 2 min 5 s, 1 h 12 min, 3 d 4 h. */
export function formatDuration(durationMs: Maybe, t: Translate): string {
  if (durationMs === null || durationMs === undefined || !(durationMs >= 0)) return UNKNOWN;
  if (durationMs < SECOND_MS) return t("platform.duration.ms", { n: Math.round(durationMs) });
  if (durationMs < 10 * SECOND_MS) return t("platform.duration.s", { n: Math.floor(durationMs / 100) / 10 });
  if (durationMs < MINUTE_MS) return t("platform.duration.s", { n: Math.floor(durationMs / SECOND_MS) });
  const whole = (unitMs: number) => Math.floor(durationMs / unitMs);
  if (durationMs < HOUR_MS) return t("platform.duration.minS", { min: whole(MINUTE_MS), s: whole(SECOND_MS) % 60 });
  if (durationMs < DAY_MS) return t("platform.duration.hMin", { h: whole(HOUR_MS), min: whole(MINUTE_MS) % 60 });
  return t("platform.duration.dH", { d: whole(DAY_MS), h: whole(HOUR_MS) % 24 });
}

function clockOf(atMs: number, zone: string): string {
  const p = partsOf(atMs, zone);
  return `${p.hour}:${p.minute}`;
}

/** The range of a Date. */
function isTime(atMs: number): boolean {
  return Math.abs(atMs) <= 8.64e15;
}

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

function partsOf(atMs: number, zone: string): Parts {
  return Object.fromEntries(
    timeFormat(zone)
      .formatToParts(atMs)
      .map((part) => [part.type, part.value]),
  );
}

const timeFormats = new Map<string, Intl.DateTimeFormat>();
const zoneFormats = new Map<string, Intl.DateTimeFormat>();

function timeFormat(zone: string): Intl.DateTimeFormat {
  return kept(timeFormats, zone, () => {
    const two = "2-digit" as const;
    const date = { year: "numeric", month: two, day: two } as const;
    const time = { hour: two, minute: two, second: two, fractionalSecondDigits: 3, hourCycle: "h23" } as const;
    return new Intl.DateTimeFormat("en-US", { timeZone: zone, ...date, ...time });
  });
}

function zoneFormat(zone: string): Intl.DateTimeFormat {
  return kept(
    zoneFormats,
    zone,
    () => new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "shortOffset" }),
  );
}

function kept<T>(made: Map<string, T>, key: string, make: () => T): T {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}
