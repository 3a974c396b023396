import { expect, it } from "vitest";
import { columnsOf } from "./point-columns.ts";

const pixel = (time: number, last: number) => ({ at: 0, min: last - 1, max: last + 1, last, time });

it("fields share one axis; where one has nothing it is joined over [DEV-04]", () => {
  const columns = columnsOf({
    pixel_ms: 1000,
    curves: [
      { field: "a", pixels: [pixel(1000, 1), pixel(2000, 2), pixel(3000, 3)] },
      { field: "b", pixels: [pixel(2000, 20)] },
    ],
  });
  expect(columns.x).toEqual([1000, 2000, 3000]);
  expect(columns.last).toEqual([
    [1, 2, 3],
    [undefined, 20, undefined],
  ]);
  expect(columns.min[0]).toEqual([0, 1, 2]);
  expect(columns.max[0]).toEqual([2, 3, 4]);
});

it("a gap stays open, a slow but steady field does not [DEV-04]", () => {
  const times = [0, 60_000, 120_000, 180_000, 900_000, 960_000];
  const columns = columnsOf({ pixel_ms: 1000, curves: [{ field: "a", pixels: times.map((at) => pixel(at, 1)) }] });
  expect(columns.last[0]).toEqual([1, 1, 1, 1, null, 1, 1]);
  expect(columns.x[4]).toBe(540_000);
});

it("nothing is nothing [DEV-04]", () => {
  expect(columnsOf({ pixel_ms: 1, curves: [{ field: "a", pixels: [] }] })).toEqual({
    x: [],
    last: [[]],
    min: [[]],
    max: [[]],
  });
});
