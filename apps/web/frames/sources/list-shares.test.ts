import fc from "fast-check";
import { expect, it } from "vitest";
import { ListShares } from "./list-shares.ts";

const counts = { startUs: 1000, bucketUs: 100, frames: [10, 0, 0, 30] };

it("goes evenly by rows, not by the time without any [DAT-02]", () => {
  const shares = new ListShares(1000, 1400, counts);
  expect(shares.total).toBe(40);
  expect(shares.shareOf(1100)).toBe(0.25);
  expect(shares.shareOf(1299)).toBe(0.25);
  expect(shares.shareOf(1350)).toBe(0.625);
  expect(shares.timeOf(0.625)).toBe(1350);
  expect(shares.rowsBefore(1050)).toBe(5);
});

it("has the rows of the range alone, where its buckets reach beyond it [DAT-02]", () => {
  const shares = new ListShares(1050, 1320, { ...counts, total: 12 });
  expect([shares.total, shares.shareOf(1100)]).toEqual([12, 0.25]);
});

it("goes by time until the rows are counted", () => {
  const shares = new ListShares(0, 1000);
  expect(shares.total).toBeUndefined();
  expect(shares.timeOf(0.5)).toBe(500);
  expect(shares.shareOf(250)).toBe(0.25);
});

it("an empty range has no shares", () => {
  const shares = new ListShares(0, 1000, { startUs: 0, bucketUs: 10, frames: [] });
  expect([shares.total, shares.shareOf(500), shares.timeOf(0.5)]).toEqual([0, 0, 0]);
});

it("a share and back is the same place, and later is never before", () => {
  const frames = fc.array(fc.nat(1000), { minLength: 1, maxLength: 50 }).filter((list) => list.some((n) => n > 0));
  fc.assert(
    fc.property(
      frames,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (list, a, b) => {
        const shares = new ListShares(0, list.length * 1e6, { startUs: 0, bucketUs: 1e6, frames: list });
        expect(shares.shareOf(shares.timeOf(a))).toBeCloseTo(a, 4);
        expect(shares.timeOf(Math.min(a, b))).toBeLessThanOrEqual(shares.timeOf(Math.max(a, b)));
      },
    ),
  );
});
