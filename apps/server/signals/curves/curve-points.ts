import type { CurvePixel } from "../../frames/reading/curve-pixels.ts";

/** Samples in the order of time. */
export interface RawCurve {
  readonly kind: "raw";
  readonly timesUs: readonly number[];
  readonly values: readonly number[];
}

export interface PixelCurve {
  readonly kind: "pixels";
  readonly pixels: readonly CurvePixel[];
}

export type SignalCurve = RawCurve | PixelCurve;

/** Points of a chart, and the indexes of points after a gap. */
export interface CurvePoints {
  readonly samples: number;
  readonly times: readonly number[];
  readonly values: readonly number[];
  readonly breaks: readonly number[];
  readonly cycleUs: number | null;
}

const CYCLES_OF_A_GAP = 3;

/** Times after `originUs`. */
export function curvePoints(curve: SignalCurve, originUs: number, pixelUs: number): CurvePoints {
  return curve.kind === "raw" ? rawPoints(curve, originUs, pixelUs) : pixelPoints(curve.pixels, originUs, pixelUs);
}

function rawPoints({ timesUs, values }: RawCurve, originUs: number, pixelUs: number): CurvePoints {
  const distances = timesUs.slice(1).map((time, i) => time - (timesUs[i] as number));
  const cycleUs = median(distances);
  const longest = longestDistance(cycleUs, pixelUs);
  const breaks = distances.flatMap((distance, i) => (distance > longest ? [i + 1] : []));
  return { samples: values.length, times: timesUs.map((time) => time - originUs), values, breaks, cycleUs };
}

function pixelPoints(pixels: readonly CurvePixel[], originUs: number, pixelUs: number): CurvePoints {
  const cycleUs = cycleOf(pixels);
  const longest = longestDistance(cycleUs, pixelUs);
  const times: number[] = [];
  const values: number[] = [];
  const breaks: number[] = [];
  const push = (atUs: number, value: number) => {
    times.push(atUs - originUs);
    values.push(value);
  };
  let samples = 0;
  let before: CurvePixel | undefined;
  for (const pixel of pixels) {
    if (before !== undefined && pixel.firstUs - before.lastUs > longest) breaks.push(times.length);
    for (const [atUs, value] of pointsOf(pixel)) push(atUs, value);
    samples += pixel.samples;
    before = pixel;
  }
  return { samples, times, values, breaks, cycleUs };
}

type Point = readonly [atUs: number, value: number];

/** Of a pixel up to four, in the order of time, none twice. */
function pointsOf({ samples, firstUs, first, lastUs, last, minUs, min, maxUs, max }: CurvePixel): Point[] {
  const points: Point[] = [[firstUs, first]];
  if (samples === 1) return points;
  const extremes: Point[] = [
    [minUs, min],
    [maxUs, max],
  ];
  extremes.sort(([a], [b]) => a - b);
  for (const [atUs, value] of extremes) if (value !== first && value !== last) points.push([atUs, value]);
  points.push([lastUs, last]);
  return points;
}

/** The usual distance of two samples, from within the pixels where they have several. */
function cycleOf(pixels: readonly CurvePixel[]): number | null {
  const within = pixels.flatMap(({ samples, firstUs, lastUs }) =>
    samples > 1 ? [(lastUs - firstUs) / (samples - 1)] : [],
  );
  if (within.length > 0) return median(within);
  return median(pixels.slice(1).map(({ firstUs }, i) => firstUs - (pixels[i] as CurvePixel).lastUs));
}

const longestDistance = (cycleUs: number | null, pixelUs: number) =>
  Math.max(CYCLES_OF_A_GAP * (cycleUs ?? 0), pixelUs);

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1] as number;
}
