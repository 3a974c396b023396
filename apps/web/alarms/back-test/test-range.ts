import type { RuleScope } from "@canopy/contract/alarms/rule-content";
import { type AskedRange, readRange } from "../../frames/points/point-range.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";

/** `from` of the editor's address says what a rule was opened from. */
export interface TestAddress {
  readonly search: Readonly<Record<string, string>>;
  onSearch(changes: Readonly<Record<string, string | undefined>>): void;
}

/** TRG-07: the last day, unless the address has another range: `range=own&testFrom=…&testTo=…`. */
export function readTestRange(search: TestAddress["search"], nowMs: number): AskedRange {
  const { range = "day", testFrom = "", testTo = "" } = search;
  return readRange({ range, from: testFrom, to: testTo }, nowMs);
}

/** Changes of a range, as the address has them. */
export function writeTestRange({ from, to, ...rest }: Readonly<Record<string, string | undefined>>) {
  return { ...rest, testFrom: from, testTo: to };
}

/** A rule on several devices is tested on the one in the address, `testDevice=…`, or on that of the editor. */
export function testedDevice(
  { testDevice = "" }: TestAddress["search"],
  scope: RuleScope | undefined,
  opened: string,
): string {
  return scope?.kind === "device" || testDevice === "" ? opened : testDevice;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The last hours to the end of this minute, so that the same question is asked once a minute. */
export function lastHours(hours: number, nowMs: number): TimeSpan {
  const toMs = Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS;
  return { fromMs: toMs - hours * HOUR_MS, toMs };
}

const LEAST_AROUND_MS = 10_000;

/** A firing with as much again before and behind it, within the tested range. */
export function spanAround(
  { fromMs, toMs }: TimeSpan,
  firing: { start_time: number; end_time: number | null },
): TimeSpan {
  const endMs = firing.end_time ?? toMs;
  const aroundMs = Math.max(LEAST_AROUND_MS, endMs - firing.start_time);
  return { fromMs: Math.max(fromMs, firing.start_time - aroundMs), toMs: Math.min(toMs, endMs + aroundMs) };
}
