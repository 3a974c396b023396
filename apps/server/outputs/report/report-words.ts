import { type OutputText, outputTexts } from "@canopy/contract/outputs/report-texts";
import { fill, type Language } from "@canopy/contract/platform/language";
import type { OutputRange } from "../clock/output-clock.ts";
import { wallTime } from "../clock/zone-time.ts";

/** Words and figures of a report in the language of its reader. */
export interface ReportWords {
  t(key: OutputText, values?: Readonly<Record<string, string | number>>): string;
  number(value: number): string;
  bytes(value: number): string;
  hours(ms: number): string;
  kilometres(m: number): string;
  share(value: number): string;
  range(range: OutputRange, zone: string): string;
}

const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;
const HOUR_MS = 3_600_000;

export function reportWords(language: Language): ReportWords {
  const locale = language === "zh" ? "zh-CN" : "en-US";
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const short = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const t: ReportWords["t"] = (key, values) => fill(outputTexts[key][language], values);
  return {
    t,
    number: (value) => whole.format(value),
    bytes: (value) => bytesIn(value, (n) => short.format(n)),
    hours: (ms) => t("hours", { n: short.format(ms / HOUR_MS) }),
    kilometres: (m) => t("kilometres", { n: short.format(m / 1000) }),
    share: (value) => percent.format(value),
    range: ({ fromMs, toMs }, zone) => t("range", { from: dayOf(zone, fromMs), to: dayOf(zone, toMs - 1), zone }),
  };
}

function bytesIn(value: number, format: (n: number) => string): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, value)) / 10)));
  return `${format(value / 1024 ** step)} ${UNITS[step]}`;
}

/** A day of the zone's own calendar. */
export function dayOf(zone: string, ms: number): string {
  const { year, month, day } = wallTime(zone, ms);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

export const utcDay = (day: number): string => new Date(day * 24 * HOUR_MS).toISOString().slice(0, 10);
