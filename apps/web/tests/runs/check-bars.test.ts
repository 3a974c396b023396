import { expect, it } from "vitest";
import { barsOf } from "./check-bars.ts";

const run = (number: number, measured: number | null) => ({
  run_id: String(number),
  number,
  outcome: "passed" as const,
  measured,
});

it("bars stand on zero on one scale with the limits [TST-01]", () => {
  const { bars, limits } = barsOf({ low: -10, high: 30, runs: [run(1, 20), run(2, -10), run(3, null)] }, 10);
  expect(bars.map(({ bottom, height }) => [bottom, height])).toEqual([
    [0.25, 0.5],
    [0, 0.25],
    [0.25, 0],
  ]);
  expect(limits).toEqual([0, 1]);
});

it("a value over the limit sets the scale, and the newest runs stay where few fit", () => {
  const { bars, limits } = barsOf({ low: null, high: 50, runs: [run(1, 500), run(2, 100), run(3, 25)] }, 2);
  expect(bars.map(({ number, height }) => [number, height])).toEqual([
    [2, 1],
    [3, 0.25],
  ]);
  expect(limits).toEqual([0.5]);
});

it("nothing but zeros has no height", () => {
  expect(barsOf({ low: null, high: null, runs: [run(1, 0)] }, 10)).toEqual({
    bars: [{ ...run(1, 0), bottom: 0, height: 0 }],
    limits: [],
  });
});
