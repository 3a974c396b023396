import { expect, it } from "vitest";
import { askedRange } from "./history-range.ts";
import { timeBar } from "./history-summary.ts";

const bucket = (index: number, frames: number, firstUs: number, lastUs: number) => ({ index, frames, firstUs, lastUs });

it("the time bar counts by bucket and names what is empty, to the frame [DAT-02]", () => {
  const list = [bucket(1, 5, 12, 19), bucket(2, 1, 20, 20), bucket(5, 2, 55, 58)];
  expect(timeBar({ fromUs: 0, toUs: 75 }, { originUs: 0, bucketUs: 10, list })).toEqual({
    originUs: 0,
    bucketUs: 10,
    frames: [0, 5, 1, 0, 0, 2, 0, 0],
    gaps: [
      { fromUs: 0, toUs: 12 },
      { fromUs: 20, toUs: 55 },
      { fromUs: 58, toUs: 75 },
    ],
  });
});

it("buckets that begin before the range are counted from there, and gaps stay in the range [DAT-02]", () => {
  const list = [bucket(2, 1, 70, 70)];
  expect(timeBar({ fromUs: 45, toUs: 75 }, { originUs: 40, bucketUs: 15, list })).toEqual({
    originUs: 40,
    bucketUs: 15,
    frames: [0, 0, 1],
    gaps: [{ fromUs: 45, toUs: 70 }],
  });
});

it("a range that ends where no time is exact any more ends behind every frame [NAV-14]", () => {
  const { fromUs, toUs } = askedRange(0, 8.64e15);
  expect(fromUs).toBe(0);
  expect(Number.isSafeInteger(toUs)).toBe(true);
  expect(toUs % 1000).toBe(0);
  const beyond = askedRange(8.63e15, 8.64e15);
  expect(beyond.fromUs).toBeLessThan(beyond.toUs);
});
