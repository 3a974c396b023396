import { unpackNumbers } from "./packed-numbers.ts";

/*
 * Times of a run as small whole numbers: the residual from a grid (first + floor(i × period)) where that is narrower
 * than the step from frame to frame, else the step; both above their smallest.
 */

export const TIME_STEPS = 0;
export const TIME_GRID = 1;

export interface TimeCode {
  readonly mode: typeof TIME_STEPS | typeof TIME_GRID;
  readonly firstUs: number;
  /** The smallest step or residual. */
  readonly baseUs: number;
  /** Of the grid, not whole; 0 for steps. */
  readonly periodUs: number;
  /** Of the largest number. */
  readonly bits: number;
}

const TWO_32 = 2 ** 32;
const numbers = new Float64Array(65_536);

/** Chooses the code and leaves the numbers in `into`, which has room for `count`. */
export function codeTimes(timesUs: Float64Array, count: number, into: Float64Array): TimeCode {
  const firstUs = timesUs[0] as number;
  const periodUs = count > 1 ? ((timesUs[count - 1] as number) - firstUs) / (count - 1) : 0;
  let [leastStep, mostStep] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [least, most] = [0, 0];
  let before = firstUs;
  for (let i = 1; i < count; i += 1) {
    const time = timesUs[i] as number;
    const step = time - before;
    before = time;
    if (step < leastStep) leastStep = step;
    if (step > mostStep) mostStep = step;
    const residual = time - firstUs - Math.floor(i * periodUs);
    if (residual < least) least = residual;
    if (residual > most) most = residual;
  }
  if (count < 2) return { mode: TIME_STEPS, firstUs, baseUs: 0, periodUs: 0, bits: 0 };
  const isGrid = most - least < mostStep - leastStep;
  const baseUs = isGrid ? least : leastStep;
  const bits = bitsOf(isGrid ? most - least : mostStep - leastStep);
  if (isGrid) {
    for (let i = 0; i < count; i += 1) into[i] = (timesUs[i] as number) - firstUs - Math.floor(i * periodUs) - baseUs;
    return { mode: TIME_GRID, firstUs, baseUs, periodUs, bits };
  }
  into[0] = 0;
  for (let i = 1; i < count; i += 1) into[i] = (timesUs[i] as number) - (timesUs[i - 1] as number) - baseUs;
  return { mode: TIME_STEPS, firstUs, baseUs, periodUs: 0, bits };
}

function bitsOf(value: number): number {
  return value < TWO_32 ? 32 - Math.clz32(value) : 32 + 32 - Math.clz32(Math.floor(value / TWO_32));
}

/** The times themselves; `bytes` are those of `packNumbers`. */
export function decodeTimes(code: TimeCode, bytes: Uint8Array, count: number): Float64Array {
  const timesUs = new Float64Array(count);
  const { mode, firstUs, baseUs, periodUs, bits } = code;
  unpackNumbers(bytes, count, bits, timesUs);
  if (mode === TIME_GRID) {
    const startUs = firstUs + baseUs;
    for (let i = 0; i < count; i += 1) timesUs[i] = startUs + Math.floor(i * periodUs) + (timesUs[i] as number);
    return timesUs;
  }
  let timeUs = firstUs;
  timesUs[0] = firstUs;
  for (let i = 1; i < count; i += 1) {
    timeUs += baseUs + (timesUs[i] as number);
    timesUs[i] = timeUs;
  }
  return timesUs;
}

/** For callers that need room for one run. */
export const timeScratch = (count: number): Float64Array =>
  count <= numbers.length ? numbers : new Float64Array(count);
