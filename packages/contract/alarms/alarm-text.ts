import { fill } from "../platform/language.ts";

/** TRG-01: the longest description of a rule. */
export const MAX_ALARM_TEXT = 200;
export const ALARM_TEXT_PLACES = ["device", "value", "time"] as const;

interface AlarmFacts {
  readonly device: string;
  readonly value: number | null;
  readonly timeMs: number;
}

export const alarmTime = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().slice(0, 19).replace("T", " ")} UTC`;

export const alarmValue = (value: number | null): string =>
  value === null ? "" : String(Number(value.toPrecision(12)));

/** The description of a rule with {device}, {value} and {time} of one alarm. */
export const alarmText = (description: string, { device, value, timeMs }: AlarmFacts): string =>
  fill(description, { device, value: alarmValue(value), time: alarmTime(timeMs) });
