import { expect, it } from "vitest";
import { isOrdered, localInputText, localInputTime } from "./time-range.ts";

it("the start must be before the end; an open end is in order [NAV-14]", () => {
  expect(isOrdered({ fromMs: 1, toMs: 2 })).toBe(true);
  expect(isOrdered({ fromMs: 2, toMs: 2 })).toBe(false);
  expect(isOrdered({ fromMs: 3, toMs: 2 })).toBe(false);
  expect(isOrdered({ fromMs: 3, toMs: null })).toBe(true);
});

it("a time survives the input field to the second", () => {
  const atMs = Date.UTC(2026, 10, 15, 0, 31, 2);
  expect(localInputTime(localInputText(atMs))).toBe(atMs);
  expect(localInputText(null)).toBe("");
  expect(localInputTime("")).toBeNull();
  expect(localInputTime("nonsense")).toBeNull();
});
