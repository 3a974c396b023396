import { expect, it } from "vitest";
import { aligned } from "./run-curves.ts";

it("two runs lie over each other from their first command on [TST-01]", () => {
  const { x, values } = aligned([
    { startMs: 10_000, x: [10_000, 10_500, 11_000], values: [1, null, 3] },
    { startMs: 90_000, x: [90_000, 90_250], values: [7, 8] },
  ]);
  expect(x).toEqual([0, 0.25, 0.5, 1]);
  expect(values).toEqual([
    [1, undefined, null, 3],
    [7, 8, undefined, undefined],
  ]);
});

it("two points of one curve at one moment both stay", () => {
  const { x, values } = aligned([{ startMs: 0, x: [0, 0, 1000], values: [1, 2, 3] }]);
  expect(x).toEqual([0, 0, 1]);
  expect(values).toEqual([[1, 2, 3]]);
});
