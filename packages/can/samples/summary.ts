import type { Samples } from "./samples.ts";

export interface Summary {
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly min: number;
  readonly minAtUs: number;
  readonly max: number;
  readonly maxAtUs: number;
  readonly mean: number;
  /** Standard deviation of all samples. */
  readonly sigma: number;
  /** Root of the mean square. */
  readonly rms: number;
}

/** Of the samples, each counted alike; undefined without any. */
export function summarise({ timeUs, value }: Samples): Summary | undefined {
  const count = value.length;
  if (count === 0) return undefined;
  let [min, max] = [0, 0];
  let mean = 0;
  /** Sum of squared deviations (Welford), so that a large offset costs no digits. */
  let squares = 0;
  for (let i = 0; i < count; i++) {
    const v = value[i] as number;
    if (v < (value[min] as number)) min = i;
    if (v > (value[max] as number)) max = i;
    const deviation = v - mean;
    mean += deviation / (i + 1);
    squares += deviation * (v - mean);
  }
  const variance = squares / count;
  return {
    count,
    first: value[0] as number,
    last: value[count - 1] as number,
    min: value[min] as number,
    minAtUs: timeUs[min] as number,
    max: value[max] as number,
    maxAtUs: timeUs[max] as number,
    mean,
    sigma: Math.sqrt(variance),
    rms: Math.sqrt(variance + mean * mean),
  };
}
