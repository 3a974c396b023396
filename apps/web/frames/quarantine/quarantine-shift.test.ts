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

it("a quarter of a million batches are no more than two [DAT-08]", () => {
  const many = Array.from({ length: 250_000 }, (_, i) => ({
    first: String(i * 1000),
    last: String(i * 1000 + 500),
    arrival_shift_ms: 1000,
  }));
  expect(shiftsOf(many)).toEqual({ leastMs: 1000, mostMs: 1000, differ: false });
  expect(spanAfter(many, 5)).toEqual({ fromMs: 5, toMs: 249_999.5 + 5 });
});
