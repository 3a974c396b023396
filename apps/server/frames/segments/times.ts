/*
 * Times of a run as small whole numbers: the residual from a grid (first + floor(i × period)) where that is narrower
 * than the step from frame to frame, else the step; both above their smallest. The numbers lie as byte planes, low byte
 * first; of 9 to 12 bits the high 8 are a plane and the rest is packed, since zstd makes nothing of jitter.
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

const isPacked = (bits: number) => bits > 8 && bits <= 12;

/** Bytes that `count` numbers of so many bits take. */
export function packedLength(bits: number, count: number): number {
  if (isPacked(bits)) return count + Math.ceil((count * (bits - 8)) / 8);
  return Math.ceil(bits / 8) * count;
}

export function packNumbers(values: Float64Array, count: number, bits: number): Uint8Array {
  const bytes = new Uint8Array(packedLength(bits, count));
  if (isPacked(bits)) {
    const low = bits - 8;
    for (let i = 0; i < count; i += 1) {
      const value = values[i] as number;
      bytes[i] = value >>> low;
      const at = i * low;
      const part = (value & ((1 << low) - 1)) << (at & 7);
      const byte = count + (at >> 3);
      bytes[byte] = (bytes[byte] as number) | part;
      if (part > 255) bytes[byte + 1] = part >> 8;
    }
    return bytes;
  }
  const planes = Math.ceil(bits / 8);
  for (let i = 0; i < count; i += 1) {
    let value = values[i] as number;
    for (let plane = 0; plane < planes; plane += 1) {
      const rest = Math.floor(value / 256);
      bytes[plane * count + i] = value - rest * 256;
      value = rest;
    }
  }
  return bytes;
}

export function unpackNumbers(bytes: Uint8Array, count: number, bits: number, into: Float64Array): void {
  if (bits === 0) {
    into.fill(0, 0, count);
  } else if (bits <= 8) {
    for (let i = 0; i < count; i += 1) into[i] = bytes[i] as number;
  } else if (isPacked(bits)) {
    const low = bits - 8;
    const mask = (1 << low) - 1;
    for (let i = 0; i < count; i += 1) {
      const at = i * low;
      const byte = count + (at >> 3);
      const pair = (bytes[byte] as number) | ((bytes[byte + 1] ?? 0) << 8);
      into[i] = ((bytes[i] as number) << low) | ((pair >> (at & 7)) & mask);
    }
  } else if (bits <= 16) {
    for (let i = 0; i < count; i += 1) into[i] = (bytes[i] as number) | ((bytes[count + i] as number) << 8);
  } else {
    const planes = Math.ceil(bits / 8);
    for (let i = 0; i < count; i += 1) {
      let value = 0;
      for (let plane = planes - 1; plane >= 0; plane -= 1) value = value * 256 + (bytes[plane * count + i] as number);
      into[i] = value;
    }
  }
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
