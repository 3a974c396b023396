import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstCrossing, SHORTEST_US, zoomed } from "../curves/time-zoom.ts";
import type { Samples } from "../samples/samples.ts";
import { runsOf } from "./paint-lane.ts";
import { intersect } from "./paint-panel.ts";
import { axesOf, digitsOf, scaleOf, ticksOf } from "./value-axes.ts";

describe("axes of values", () => {
  it("are one per unit, by turns at both sides", () => {
    expect(axesOf(["km/h", "Nm", "km/h", "V"])).toEqual([
      { unit: "km/h", items: [0, 2], side: "left", place: 0 },
      { unit: "Nm", items: [1], side: "right", place: 0 },
      { unit: "V", items: [3], side: "left", place: 1 },
    ]);
  });

  it("hold everything that is seen, on round numbers", () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(number, number, fc.integer({ min: 2, max: 8 }), (one, other, steps) => {
        const [min, max] = [Math.min(one, other), Math.max(one, other)];
        if (max - min < 1e-6 && max !== min) return;
        const scale = scaleOf(min, max, steps);
        const slack = scale.step * 1e-6;
        expect(scale.low).toBeLessThanOrEqual(min + slack);
        expect(scale.high).toBeGreaterThanOrEqual(max - slack);
        expect(ticksOf(scale).length).toBeLessThanOrEqual(steps + 3);
      }),
    );
    expect(ticksOf(scaleOf(0, 118, 4))).toEqual([0, 50, 100, 150]);
    expect(ticksOf(scaleOf(-0.2, 0.2, 4))).toEqual([-0.2, -0.1, 0, 0.1, 0.2]);
    expect(ticksOf(scaleOf(0, 3e-12, 3))).toEqual([0, 1e-12, 2e-12, 3e-12]);
    expect(digitsOf(0.25)).toBe(2);
    expect(digitsOf(50)).toBe(0);
  });

  it("put a line that does not move in the middle", () => {
    const { low, high } = scaleOf(380, 380, 4);
    expect(low).toBeLessThan(380);
    expect(high).toBeGreaterThan(380);
    expect(scaleOf(-5.4e-323, -5.4e-323, 5).step).toBeGreaterThan(0);
    expect(scaleOf(0, 5e-324, 4)).toMatchObject({ low: -0.5, high: 0.5 });
    expect(scaleOf(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 4)).toEqual({ low: 0, high: 1, step: 1 });
  });
});

describe("zoom", () => {
  it("keeps the moment under the pointer where it is", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        (share, factor) => {
          const span = { fromUs: 1e9, toUs: 2e9 };
          const at = 1e9 + share * 1e9;
          const next = zoomed(span, at, factor);
          expect((at - next.fromUs) / (next.toUs - next.fromUs)).toBeCloseTo(share, 6);
        },
      ),
    );
    expect(zoomed({ fromUs: 0, toUs: SHORTEST_US }, 10, 0.1)).toEqual({ fromUs: 0, toUs: SHORTEST_US });
  });
});

const samplesOf = (values: readonly number[], times = values.map((_, i) => i * 10)): Samples => ({
  times: Float64Array.from(times),
  values: Float64Array.from(values),
  length: values.length,
  pixelUs: null,
});

describe("events and lanes", () => {
  it("find where a signal first crosses a value", () => {
    const samples = samplesOf([5, 1, 4, 9, 3, 8]);
    expect(firstCrossing(samples, 4, "up", 0)).toBe(20);
    expect(firstCrossing(samples, 4, "up", 25)).toBe(50);
    expect(firstCrossing(samples, 4, "down", 15)).toBe(40);
    expect(firstCrossing(samples, 99, "up", 0)).toBeUndefined();
  });

  it("draw a state until it changes, and end it at a gap", () => {
    const samples = samplesOf([1, 1, 2, 2, 2, 2], [0, 10, 20, 30, 900, 910]);
    expect(runsOf({ samples, gapUs: 100 }, { fromUs: 0, toUs: 1000 })).toEqual([
      { value: 1, fromUs: 0, toUs: 20 },
      { value: 2, fromUs: 20, toUs: 30 },
      { value: 2, fromUs: 900, toUs: 910 },
    ]);
  });

  it("shade only where nothing came at all", () => {
    expect(
      intersect(
        [
          { fromUs: 0, toUs: 10 },
          { fromUs: 20, toUs: 30 },
        ],
        [{ fromUs: 5, toUs: 25 }],
      ),
    ).toEqual([
      { fromUs: 5, toUs: 10 },
      { fromUs: 20, toUs: 25 },
    ]);
  });
});
