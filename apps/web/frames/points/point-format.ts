import type { DataField } from "@canopy/contract/devices/type-fields";
import type { PointValue } from "@canopy/contract/frames/points";
import { formatNumber, UNKNOWN } from "../../platform/formats.ts";
import { formatTime } from "../../platform/time-formats.ts";

/** How much of an array a cell shows; the rest is counted. */
const SHOWN_ELEMENTS = 16;

export type FieldFormat = Pick<DataField, "display_format" | "time_format" | "accuracy">;

/** For a field that the type does not define: as reported. */
export const PLAIN: FieldFormat = { display_format: "decimal", time_format: "", accuracy: null };

/** DEV-04: a reported value as its field says: a time, hex, or decimal with so many places. */
export function formatValue(value: PointValue | undefined, format: FieldFormat, zone: string): string {
  if (value === undefined) return UNKNOWN;
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return formatOne(value, format, zone);
  const shown = value.slice(0, SHOWN_ELEMENTS).map((element) => formatOne(element, format, zone));
  const rest = value.length - shown.length;
  return `[${shown.join(", ")}${rest > 0 ? `, … +${rest}` : ""}]`;
}

function formatOne(value: number, { display_format, time_format, accuracy }: FieldFormat, zone: string): string {
  if (time_format !== "") return formatByPattern(value, time_format, zone);
  if (display_format === "hex" && Number.isSafeInteger(value)) return hexOf(value);
  return accuracy === null ? asReported(value) : formatNumber(value, { digits: accuracy });
}

function hexOf(value: number): string {
  return `${value < 0 ? "−" : ""}0x${Math.abs(value).toString(16).toUpperCase()}`;
}

/** Every digit that came, with the minus sign of the product. */
function asReported(value: number): string {
  return String(value).replace(/^-/, "−");
}

const TOKENS = /YYYY|MM|DD|HH|mm|ss|SSS/g;

/** `YYYY-MM-DD HH:mm:ss.SSS` and any part of it, in the viewer's zone. */
export function formatByPattern(atMs: number, pattern: string, zone: string): string {
  const whole = formatTime(atMs, zone, "ms");
  const parts = /^(\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+)\.(\d+)$/.exec(whole);
  if (!parts) return asReported(atMs);
  const [, YYYY, MM, DD, HH, mm, ss, SSS] = parts;
  const values: Readonly<Record<string, string | undefined>> = { YYYY, MM, DD, HH, mm, ss, SSS };
  return pattern.replace(TOKENS, (token) => values[token] ?? token);
}
