import { expect, it } from "vitest";
import { isOrdered, localText, readLocal } from "./time-range.ts";

it("the start must be before the end; an open end is in order [NAV-14]", () => {
  expect(isOrdered({ fromMs: 1, toMs: 2 })).toBe(true);
  expect(isOrdered({ fromMs: 2, toMs: 2 })).toBe(false);
  expect(isOrdered({ fromMs: 3, toMs: 2 })).toBe(false);
  expect(isOrdered({ fromMs: 3, toMs: null })).toBe(true);
});

it("a time survives the input field to the second", () => {
  const atMs = new Date(2026, 10, 15, 8, 31, 2).getTime();
  expect(localText(atMs)).toBe("2026-11-15 08:31:02");
  expect(readLocal(localText(atMs))).toBe(atMs);
  expect(localText(null)).toBe("");
});

it("a day alone is its start, seconds may be left out, blanks around do not matter", () => {
  expect(readLocal("2026-11-15")).toBe(new Date(2026, 10, 15).getTime());
  expect(readLocal(" 2026-11-15 08:31 ")).toBe(new Date(2026, 10, 15, 8, 31).getTime());
  expect(readLocal("2026-11-15T08:31:02")).toBe(new Date(2026, 10, 15, 8, 31, 2).getTime());
  expect(readLocal("")).toBeNull();
});

it.each(["yesterday", "2026-02-31", "2026-13-01", "2026-11-15 24:00", "2026-11-15 08:61", "15.11.2026"])(
  "%s is no time",
  (text) => {
    expect(readLocal(text)).toBe("bad");
  },
);
