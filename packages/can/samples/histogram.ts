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
  // From one end of all numbers to the other is no number: two bins at least, and each of them is one.
  const fewest = Number.isFinite(max - min) ? 1 : 2;
  const wanted = Math.min(Math.max(Math.floor(bins), fewest), MAX_BINS);
  const binWidth = fewest === 1 ? (max - min) / wanted : max / wanted - min / wanted;
  // All alike, or as near as numbers can be: one bin around the value.
  if (binWidth === 0) return { from: min - 0.5, binWidth: 1, counts: [values.length] };
  const counts = new Array<number>(wanted).fill(0);
  for (const value of values) {
    const bin = Math.min(Math.floor((value - min) / binWidth), wanted - 1);
    counts[bin] = (counts[bin] as number) + 1;
  }
  return { from: min, binWidth, counts };
}
