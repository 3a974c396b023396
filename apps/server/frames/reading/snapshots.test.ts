import { expect, it } from "vitest";
import { landedWindows, PAGE_WINDOW, STREAM_WINDOW, type WindowBounds } from "./snapshots.ts";

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
const rowsOf = (count: number, frames: number, most: WindowBounds) =>
  landedWindows(
    Array.from({ length: count }, (_, id) => row(id, frames)),
    { fromUs: 0, toUs: 2 ** 51 },
    most,
  ).map(({ rows }) => rows.length);

it("windows of a page hold few landed batches, and fewer where each has thousands of frames", () => {
  expect(rowsOf(130, 300, PAGE_WINDOW)).toEqual([64, 64, 2]);
  expect(rowsOf(5, 10_000, PAGE_WINDOW)).toEqual([2, 2, 1]);
  expect(rowsOf(3, 50_000, PAGE_WINDOW)).toEqual([1, 1, 1]);
});

it("windows of a stream hold what fits into memory", () => {
  expect(rowsOf(5000, 300, STREAM_WINDOW)).toEqual([5000]);
  expect(rowsOf(10_000, 100, STREAM_WINDOW)).toEqual([8192, 1808]);
  expect(rowsOf(500, 10_000, STREAM_WINDOW)).toEqual([200, 200, 100]);
});
