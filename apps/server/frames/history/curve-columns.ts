import type { CurvePixel } from "../reading/curve-pixels.ts";

/** Pixels as columns, which is how a chart takes them; times in microseconds after the beginning. */
export function curveColumns(pixels: readonly CurvePixel[], fromUs: number) {
  return {
    index: pixels.map(({ index }) => index),
    samples: pixels.map(({ samples }) => samples),
    first_at: pixels.map(({ firstUs }) => firstUs - fromUs),
    first: pixels.map(({ first }) => first),
    min_at: pixels.map(({ minUs }) => minUs - fromUs),
    min: pixels.map(({ min }) => min),
    max_at: pixels.map(({ maxUs }) => maxUs - fromUs),
    max: pixels.map(({ max }) => max),
    last_at: pixels.map(({ lastUs }) => lastUs - fromUs),
    last: pixels.map(({ last }) => last),
  };
}
