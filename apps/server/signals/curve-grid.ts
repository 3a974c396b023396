import type { CurvePixel } from "../frames/history-m4.ts";
import type { TimeWindow } from "../frames/retention-store.ts";

export const SECOND_US = 1_000_000;
export const MINUTE_US = 60 * SECOND_US;

/** Pixels begin at whole multiples of their width: what was drawn once stays as it was when the range moves. */
export interface CurveGrid extends TimeWindow {
  readonly pixelUs: number;
}

/** From a second on in whole seconds, from a minute on in whole minutes, so that the pyramid says the same. */
export function curveGrid({ fromUs, toUs }: TimeWindow, pixels: number): CurveGrid {
  const wanted = Math.max(1, Math.ceil((toUs - fromUs) / pixels));
  const unit = wanted >= MINUTE_US ? MINUTE_US : wanted >= SECOND_US ? SECOND_US : 1;
  const pixelUs = wanted - (wanted % unit);
  return { pixelUs, fromUs: fromUs - (fromUs % pixelUs), toUs: Math.ceil(toUs / pixelUs) * pixelUs };
}

/** Parts of the same curve, each in the order of time; a pixel that two of them have becomes one. */
export function mergePixels(one: readonly CurvePixel[], other: readonly CurvePixel[]): readonly CurvePixel[] {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const merged = new Map(one.map((pixel) => [pixel.index, pixel]));
  for (const pixel of other) {
    const before = merged.get(pixel.index);
    merged.set(pixel.index, before === undefined ? pixel : joined(before, pixel));
  }
  return [...merged.values()].sort((a, b) => a.index - b.index);
}

function joined(a: CurvePixel, b: CurvePixel): CurvePixel {
  const [first, last] = [a.firstUs <= b.firstUs ? a : b, a.lastUs > b.lastUs ? a : b];
  const [min, max] = [a.min <= b.min ? a : b, a.max >= b.max ? a : b];
  return {
    index: a.index,
    samples: a.samples + b.samples,
    firstUs: first.firstUs,
    first: first.first,
    lastUs: last.lastUs,
    last: last.last,
    minUs: min.minUs,
    min: min.min,
    maxUs: max.maxUs,
    max: max.max,
  };
}
