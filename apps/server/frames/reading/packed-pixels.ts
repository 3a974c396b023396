import type { CurvePixel } from "./curve-pixels.ts";

/*
 * Pixels as numbers one behind the other, which is how they leave a worker: to clone thousands of objects takes longer
 * than to draw them.
 */

const NUMBERS = 10;

export function packPixels(pixels: readonly CurvePixel[]): Float64Array {
  const packed = new Float64Array(pixels.length * NUMBERS);
  let at = 0;
  for (const pixel of pixels) {
    packed[at++] = pixel.index;
    packed[at++] = pixel.samples;
    packed[at++] = pixel.firstUs;
    packed[at++] = pixel.first;
    packed[at++] = pixel.lastUs;
    packed[at++] = pixel.last;
    packed[at++] = pixel.minUs;
    packed[at++] = pixel.min;
    packed[at++] = pixel.maxUs;
    packed[at++] = pixel.max;
  }
  return packed;
}

export function unpackPixels(packed: Float64Array): CurvePixel[] {
  const pixels: CurvePixel[] = [];
  for (let at = 0; at < packed.length; )
    pixels.push({
      index: packed[at++] as number,
      samples: packed[at++] as number,
      firstUs: packed[at++] as number,
      first: packed[at++] as number,
      lastUs: packed[at++] as number,
      last: packed[at++] as number,
      minUs: packed[at++] as number,
      min: packed[at++] as number,
      maxUs: packed[at++] as number,
      max: packed[at++] as number,
    });
  return pixels;
}
