import { expect, it } from "vitest";
import { shiftsOf, spanAfter } from "./quarantine-shift.ts";

const batch = (firstMs: number, lastMs: number, arrival_shift_ms: number) => ({
  first: String(firstMs * 1000),
  last: String(lastMs * 1000),
  arrival_shift_ms,
});

it("the batch that was on its way the shortest proposes the shift [DAT-08]", () => {
  const buffered = [batch(0, 10, 9_000), batch(20, 30, 5_000), batch(-5, 5, 7_000)];
  expect(shiftsOf(buffered)).toEqual({ leastMs: 5_000, mostMs: 9_000, differ: false });
  expect(spanAfter(buffered, 5_000)).toEqual({ fromMs: 4_995, toMs: 5_030 });
  expect(shiftsOf([])).toBeUndefined();
});

it("batches of two starts of the device need different shifts [DAT-08]", () => {
  expect(shiftsOf([batch(0, 10, 1_000), batch(0, 10, 3_601_000)])?.differ).toBe(true);
});
