import fc from "fast-check";
import { expect, it } from "vitest";
import type { CurvePixel } from "./curve-pixels.ts";
import { packPixels, unpackPixels } from "./packed-pixels.ts";

const number = fc.double({ noNaN: true });
const pixel: fc.Arbitrary<CurvePixel> = fc.record({
  index: number,
  samples: number,
  firstUs: number,
  first: number,
  lastUs: number,
  last: number,
  minUs: number,
  min: number,
  maxUs: number,
  max: number,
});

it("packed pixels are the same when they are unpacked", () => {
  fc.assert(
    fc.property(fc.array(pixel), (pixels) => {
      expect(unpackPixels(packPixels(pixels))).toEqual(pixels);
    }),
  );
});
