/** A screen shows no more points. */
const MAX_POINTS = 4000;

/** The smallest and largest of each slice stay, so no peak is lost. */
export function thinOut(x: Float64Array, y: Float64Array): { x: number[]; y: number[] } {
  if (x.length <= MAX_POINTS) return { x: [...x], y: [...y] };
  const slice = Math.ceil(x.length / (MAX_POINTS / 2));
  const thin: { x: number[]; y: number[] } = { x: [], y: [] };
  for (let from = 0; from < x.length; from += slice) {
    let [low, high] = [from, from];
    for (let i = from; i < Math.min(from + slice, x.length); i++) {
      if ((y[i] as number) < (y[low] as number)) low = i;
      if ((y[i] as number) > (y[high] as number)) high = i;
    }
    for (const i of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) {
      thin.x.push(x[i] as number);
      thin.y.push(y[i] as number);
    }
  }
  return thin;
}

/** Every n-th point, for scatter plots. */
export function someOf(values: Float64Array): number[] {
  const step = Math.ceil(values.length / (2 * MAX_POINTS));
  return step <= 1
    ? [...values]
    : Array.from({ length: Math.ceil(values.length / step) }, (_, i) => values[i * step] as number);
}
