export const MAX_BINS = 500;

export interface Histogram {
  readonly from: number;
  readonly binWidth: number;
  /** The last bin holds the largest value too. */
  readonly counts: readonly number[];
}

/** Equal bins from the smallest to the largest value; undefined without values. */
export function histogramOf(values: Float64Array, bins: number): Histogram | undefined {
  if (values.length === 0) return undefined;
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const wanted = Math.min(Math.max(Math.floor(bins), 1), MAX_BINS);
  // All alike: one bin around the value.
  if (min === max) return { from: min - 0.5, binWidth: 1, counts: [values.length] };
  const binWidth = (max - min) / wanted;
  const counts = new Array<number>(wanted).fill(0);
  for (const value of values) {
    const bin = Math.min(Math.floor((value - min) / binWidth), wanted - 1);
    counts[bin] = (counts[bin] as number) + 1;
  }
  return { from: min, binWidth, counts };
}
