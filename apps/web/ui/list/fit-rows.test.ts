import { expect, it } from "vitest";
import { fittingRows } from "./fit-rows.ts";

it("as many rows as the height has room for, never fewer than the smallest page [NAV-14]", () => {
  const measured = { viewPx: 900, abovePx: 300, belowPx: 90, rowPx: 32 };
  expect(fittingRows(measured)).toBe(15);
  expect(fittingRows({ ...measured, viewPx: 902 })).toBe(16);
  expect(fittingRows({ ...measured, viewPx: 901.6 })).toBe(16);
  expect(fittingRows({ ...measured, viewPx: 400 })).toBe(5);
  expect(fittingRows({ ...measured, viewPx: 40_000 })).toBe(100);
  expect(fittingRows({ ...measured, rowPx: 0 })).toBe(5);
});
