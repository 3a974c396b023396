import { CRC8_J1850 } from "../bytes/crc8.ts";
import { type FrameSamples, type Measurement, type Samples, Worst } from "./samples.ts";

/** Each value of the signal lies between the two, both included. Not a number is outside. */
export function within({ times, values }: Samples, low: number, high: number): Measurement {
  const worst = new Worst();
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    const outside = Math.max(low - value, value - high);
    worst.add(value, Number.isNaN(outside) ? Number.POSITIVE_INFINITY : outside, times[i] as number);
  }
  return worst.measurement;
}

/** The time from each to the next is the period, give or take the tolerance in percent. */
export function cycle({ times }: { times: Float64Array }, periodMs: number, tolerancePercent: number): Measurement {
  const worst = new Worst();
  const allowedMs = (periodMs * tolerancePercent) / 100;
  for (let i = 1; i < times.length; i++) {
    const [from, to] = [times[i - 1] as number, times[i] as number];
    worst.add(to - from, Math.abs(to - from - periodMs) - allowedMs, to, from);
  }
  return worst.measurement;
}

export interface Edge {
  readonly samples: Samples;
  /** The signal reaches this value from below. */
  readonly level: number;
}

/** From each rise of the cause to the next rise of the effect; a rise without an effect fails at the end of the data. */
export function responseTime(cause: Edge, effect: Edge, limitMs: number): Measurement {
  const worst = new Worst();
  const effects = rises(effect);
  const end = effect.samples.times.at(-1) ?? 0;
  let at = 0;
  for (const from of rises(cause)) {
    while (at < effects.length && (effects[at] as number) < from) at += 1;
    const to = effects[at];
    if (to !== undefined) worst.add(to - from, to - from - limitMs, to, from);
    else if (end - from > limitMs) worst.add(end - from, end - from - limitMs, end, from);
  }
  return worst.measurement;
}

/** Times at which the signal comes to its level from below it. */
export function rises({ samples: { times, values }, level }: Edge): number[] {
  const found: number[] = [];
  for (let i = 1; i < values.length; i++)
    if ((values[i - 1] as number) < level && (values[i] as number) >= level) found.push(times[i] as number);
  return found;
}

/** A rolling counter goes up by one and begins again at the modulus: how many values are missing. */
export function counter({ times, values }: Samples, modulus: number): Measurement {
  const worst = new Worst();
  for (let i = 1; i < values.length; i++) {
    const step = ((((values[i] as number) - (values[i - 1] as number)) % modulus) + modulus) % modulus;
    const missing = step === 0 ? modulus - 1 : step - 1;
    worst.add(missing, missing, times[i] as number, times[i - 1] as number);
  }
  return worst.measurement;
}

export const CHECKSUMS = ["xor", "sum", "crc8"] as const;
export type ChecksumName = (typeof CHECKSUMS)[number];

/** One byte of each frame is the checksum of its others. */
export function checksum(frames: FrameSamples, name: ChecksumName, byte: number): Measurement {
  const worst = new Worst();
  for (let i = 0; i < frames.times.length; i++) {
    const length = frames.lengths[i] as number;
    const from = i * frames.stride;
    const isRight =
      byte < length &&
      checksumOf(frames.data, from, from + length, from + byte, name) === (frames.data[from + byte] as number);
    worst.add(isRight ? 0 : 1, isRight ? 0 : 1, frames.times[i] as number);
  }
  return worst.measurement;
}

function checksumOf(data: Uint8Array, from: number, to: number, without: number, name: ChecksumName): number {
  let sum = name === "crc8" ? 0xff : 0;
  for (let i = from; i < to; i++) {
    if (i === without) continue;
    const byte = data[i] as number;
    sum = name === "xor" ? sum ^ byte : name === "sum" ? (sum + byte) & 0xff : (CRC8_J1850[sum ^ byte] as number);
  }
  return name === "crc8" ? sum ^ 0xff : sum;
}
