import { expect, it } from "vitest";
import { type BusHealth, idText, jitterShare, loadColumns } from "./bus-health-query.ts";

const health: BusHealth = {
  start_time: 10_000,
  bucket_us: 2_000_000,
  whole_until: 16_000,
  bit_rates: { nominal: 500_000, data: 2_000_000, source: "usual" },
  load: [0.4, 0, 0.5],
  peak: [0.6, 0, 0.9],
  frames: [100, 0, 120],
  error_frames: [0, 0, 1],
  totals: { frames: 220, extended: 0, error_frames: 1, ids: 2, peak: 0.9, peak_time: 15_000 },
  controller: null,
  ids: [],
};

it("a bucket without frames is a gap in the curve, not a load of zero", () => {
  expect(loadColumns(health)).toEqual({ times: [11_000, 13_000, 15_000], load: [40, null, 50], peak: [60, null, 90] });
});

it("a bucket that is not whole is not drawn as a low load", () => {
  expect(loadColumns({ ...health, whole_until: 15_999 })).toMatchObject({
    load: [40, null, null],
    peak: [60, null, null],
  });
});

it("an identifier is written as long as its format", () => {
  expect(idText(0x1a3, false)).toBe("0x1A3");
  expect(idText(0x5, true)).toBe("0x00000005");
});

it("jitter is measured against the cycle; what has none has none", () => {
  expect(jitterShare({ mean: 100, sigma: 5 })).toBeCloseTo(0.05);
  expect(jitterShare(null)).toBe(0);
});
