import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RunTimes } from "../segments/run-times.ts";
import { type CurvePixel, joinPixels, M4 } from "./curve-pixels.ts";

const GRID = { originUs: 0, pixelUs: 100 };

/** In the order of time, some at one time; few different values, some that cannot be drawn. */
const samples = fc
  .array(
    fc.record({
      step: fc.nat(60),
      value: fc.oneof(fc.integer({ min: -4, max: 4 }), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY)),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let at = 0;
    return steps.map(({ step, value }) => {
      at += step;
      return [at, value] as const;
    });
  });

function pixelsOf(list: readonly (readonly [number, number])[]): CurvePixel[] {
  const m4 = new M4(GRID);
  for (const [at, value] of list) m4.add(at, value);
  return m4.pixels;
}

describe("pixels", () => {
  it("have the first, last, smallest and largest sample of each [DBC-09]", () => {
    fc.assert(
      fc.property(samples, (list) => {
        const drawn = list.filter(([, value]) => Number.isFinite(value));
        const expected = [...Map.groupBy(drawn, ([at]) => Math.floor(at / GRID.pixelUs))].map(([index, all]) => {
          const values = all.map(([, value]) => value);
          const [min, max] = [Math.min(...values), Math.max(...values)];
          return { index, samples: all.length, first: values[0], last: values.at(-1), min, max };
        });
        const pixels = pixelsOf(list);
        expect(pixels).toMatchObject(expected);
        for (const { minUs, min, maxUs, max } of pixels) {
          expect(drawn).toContainEqual([minUs, min]);
          expect(drawn).toContainEqual([maxUs, max]);
        }
      }),
    );
  });

  it("of columns, whatever they are cut into, are those of single samples", () => {
    fc.assert(
      fc.property(samples, fc.nat(60), (list, cut) => {
        const times = RunTimes.of(
          Float64Array.from(list, ([at]) => at),
          list.length,
        );
        const values = Float64Array.from(list, ([, value]) => value);
        const m4 = new M4(GRID);
        const middle = Math.min(cut, list.length);
        m4.addRows(times, values, { from: 0, to: middle, areFinite: false });
        m4.addRows(times, values, { from: middle, to: list.length, areFinite: false });
        expect(m4.pixels).toEqual(pixelsOf(list));
      }),
    );
  });

  it("of columns that are known to be finite are those of single samples", () => {
    fc.assert(
      fc.property(samples, fc.nat(60), (all, cut) => {
        const list = all.filter(([, value]) => Number.isFinite(value));
        const times = RunTimes.of(
          Float64Array.from(list, ([at]) => at),
          list.length,
        );
        const values = Float64Array.from(list, ([, value]) => value);
        const m4 = new M4(GRID);
        const middle = Math.min(cut, list.length);
        m4.addRows(times, values, { from: 0, to: middle, areFinite: true });
        m4.addRows(times, values, { from: middle, to: list.length, areFinite: true });
        expect(m4.pixels).toEqual(pixelsOf(list));
      }),
    );
  });

  it("of several parts are those of the whole, wherever it is cut [DBC-09]", () => {
    fc.assert(
      fc.property(samples, fc.array(fc.nat(60), { maxLength: 3 }), (list, cuts) => {
        const edges = [0, ...cuts.map((cut) => Math.min(cut, list.length)).sort((a, b) => a - b), list.length];
        const parts = edges.slice(1).map((end, i) => pixelsOf(list.slice(edges[i], end)));
        expect(joinPixels(parts)).toEqual(pixelsOf(list));
      }),
    );
  });
});
