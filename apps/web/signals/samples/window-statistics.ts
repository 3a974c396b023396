import { indexFrom, isBroken, type Samples, type SpanUs } from "./samples.ts";

/** The statistics of a signal over all samples of a window. */
export interface WindowStatistics {
  readonly samples: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly rms: number;
}

/** The duration of one value of a signal. */
export interface StateTime {
  readonly value: number;
  readonly us: number;
}

/** The window includes both edges. Undefined: no samples. */
export function statisticsOf(samples: Samples, { fromUs, toUs }: SpanUs): WindowStatistics | undefined {
  const from = indexFrom(samples, fromUs);
  const to = indexFrom(samples, toUs + 1);
  if (from >= to) return undefined;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  // Welford's algorithm: precise for a small variation of a large value.
  let mean = 0;
  let spread = 0;
  for (let i = from; i < to; i++) {
    const value = samples.values[i] as number;
    if (value < min) min = value;
    if (value > max) max = value;
    const off = value - mean;
    mean += off / (i - from + 1);
    spread += off * (value - mean);
  }
  const count = to - from;
  return { samples: count, min, max, mean, rms: Math.sqrt(mean * mean + spread / count) };
}

/** A value holds until the next sample, at most until a gap begins; longest duration first. */
export function timesInState(samples: Samples, { fromUs, toUs }: SpanUs, gapUs: number): StateTime[] {
  const held = new Map<number, number>();
  for (let i = Math.max(0, indexFrom(samples, fromUs) - 1); i < samples.length; i++) {
    const at = samples.times[i] as number;
    if (at > toUs) break;
    const next = i + 1 < samples.length ? (samples.times[i + 1] as number) : at;
    // The value before a gap has no known duration and is not counted.
    if (i + 1 < samples.length && isBroken(samples, i + 1, gapUs)) continue;
    const us = Math.min(next, toUs) - Math.max(at, fromUs);
    const value = samples.values[i] as number;
    if (us > 0) held.set(value, (held.get(value) ?? 0) + us);
  }
  return [...held].map(([value, us]) => ({ value, us })).sort((one, other) => other.us - one.us);
}
