import type { Samples } from "./samples.ts";

export interface Pairs {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly timeUs: Float64Array;
}

/** One signal against another: a point per sample of y with the x that held then, no older than `maxAgeUs`. */
export function pairSamples(x: Samples, y: Samples, maxAgeUs: number): Pairs {
  const [xs, ys, times] = [0, 0, 0].map(() => new Float64Array(y.value.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let at = -1;
  let length = 0;
  for (let i = 0; i < y.value.length; i++) {
    const time = y.timeUs[i] as number;
    while (at + 1 < x.timeUs.length && (x.timeUs[at + 1] as number) <= time) at++;
    if (at < 0 || time - (x.timeUs[at] as number) > maxAgeUs) continue;
    xs[length] = x.value[at] as number;
    ys[length] = y.value[i] as number;
    times[length++] = time;
  }
  return { x: xs.slice(0, length), y: ys.slice(0, length), timeUs: times.slice(0, length) };
}

export interface Relation {
  /** Pearson's r; NaN where one of them never changes. */
  readonly correlation: number;
  /** y ≈ slope · x + intercept, least squares. */
  readonly slope: number;
  readonly intercept: number;
}

export function relationOf({ x, y }: Pairs): Relation | undefined {
  const count = x.length;
  if (count < 2) return undefined;
  let [meanX, meanY, xx, yy, xy] = [0, 0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    const dx = (x[i] as number) - meanX;
    const dy = (y[i] as number) - meanY;
    meanX += dx / (i + 1);
    meanY += dy / (i + 1);
    xx += dx * ((x[i] as number) - meanX);
    yy += dy * ((y[i] as number) - meanY);
    xy += dx * ((y[i] as number) - meanY);
  }
  const slope = xy / xx;
  return { correlation: xy / Math.sqrt(xx * yy), slope, intercept: meanY - slope * meanX };
}
