import type { TimeFormats } from "../../platform/use-formats.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../ui/time/timeline.ts";
import type { SpanUs } from "../samples/samples.ts";

const STEPS_MS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((n) => n * 1000),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR_MS),
  ...[1, 2, 7, 14, 30, 90].map((n) => n * DAY_MS),
];

export interface TimeTick {
  readonly atUs: number;
  readonly text: string;
}

/** Round times of the viewer's clock, at most `count`, down to the millisecond. */
export function timeTicks({ fromUs, toUs }: SpanUs, count: number, formats: TimeFormats): TimeTick[] {
  const lengthMs = (toUs - fromUs) / 1000;
  const stepMs = STEPS_MS.find((step) => lengthMs / step <= Math.max(1, count)) ?? 90 * DAY_MS;
  const zoneMs = new Date(fromUs / 1000).getTimezoneOffset() * MINUTE_MS;
  const ticks: TimeTick[] = [];
  for (let at = Math.ceil((fromUs / 1000 - zoneMs) / stepMs) * stepMs + zoneMs; at <= toUs / 1000; at += stepMs)
    ticks.push({ atUs: at * 1000, text: tickText(at, stepMs, formats) });
  return ticks;
}

/** The date at midnight, otherwise the time. */
function tickText(atMs: number, stepMs: number, formats: TimeFormats): string {
  const text = formats.time(atMs, "ms");
  if (stepMs >= DAY_MS || (stepMs >= MINUTE_MS && text.endsWith("00:00:00.000"))) return formats.day(atMs);
  if (stepMs >= MINUTE_MS) return text.slice(11, 16);
  return stepMs >= 1000 ? text.slice(11, 19) : text.slice(11, 23);
}

/** The dates of a range, with the year where it is not the current one; empty where the range is within today. */
export function dayText({ fromUs, toUs }: SpanUs, formats: TimeFormats, nowMs: number): string {
  const [from, to, today] = [fromUs / 1000, toUs / 1000, nowMs].map((atMs) => formats.time(atMs, "day"));
  if (from === today && to === today) return "";
  const days = [formats.day(fromUs / 1000), formats.day(toUs / 1000)];
  return from === to ? (days[0] ?? "") : days.join(" – ");
}

/** A time with the precision that the range can show. */
export function momentText(atUs: number, { fromUs, toUs }: SpanUs, formats: TimeFormats): string {
  const text = formats.time(atUs / 1000, "ms");
  const lengthMs = (toUs - fromUs) / 1000;
  const day = lengthMs > DAY_MS ? `${formats.day(atUs / 1000)} ` : "";
  return day + text.slice(11, lengthMs > 60_000 ? 21 : 23);
}
