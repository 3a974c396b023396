import { expect, it } from "vitest";
import { landedWindows } from "./snapshots.ts";

const row = (id: number, frames: number) => ({
  id,
  landedUs: 0,
  epoch: 1,
  sequence: id,
  firstUs: id * 1000,
  lastUs: id * 1000 + 999,
  frames,
  bodyBytes: 1,
});
const rowsOf = (count: number, frames: number) =>
  landedWindows(
    Array.from({ length: count }, (_, id) => row(id, frames)),
    { fromUs: 0, toUs: 2 ** 51 },
  ).map(({ rows }) => rows.length);

it("windows of landed batches hold what fits into memory: fewer batches where each has thousands of frames", () => {
  expect(rowsOf(130, 300)).toEqual([64, 64, 2]);
  expect(rowsOf(5, 10_000)).toEqual([2, 2, 1]);
  expect(rowsOf(3, 50_000)).toEqual([1, 1, 1]);
});
