import { type ChunkInfo, TYPE } from "./footer.ts";

/** The moments of this century in seconds, milliseconds, microseconds and nanoseconds lie far apart. */
const LEAST_MILLIS = 1e11;
const LEAST_MICROS = 1e14;
const LEAST_NANOS = 1e17;

/**
 * Microseconds in one unit of a column of times. A column that names none is judged by its largest value: small real
 * numbers are seconds, as python-can has them. Undefined: small whole numbers, which may be anything.
 */
export function microsPerUnit({ type, unit }: ChunkInfo, times: Float64Array): number | undefined {
  // The values were made microseconds when they were read.
  if (unit !== "none") return 1;
  // Rows without a time are NaN.
  const largest = times.filter((time) => time > 0).reduce((most, time) => Math.max(most, time), 0);
  if (largest >= LEAST_NANOS) return 1e-3;
  if (largest >= LEAST_MICROS) return 1;
  if (largest >= LEAST_MILLIS) return 1e3;
  return type === TYPE.float || type === TYPE.double ? 1e6 : undefined;
}
