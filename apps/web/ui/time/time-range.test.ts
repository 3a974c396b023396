import { expect, it } from "vitest";
import { isOrdered, localText, readLocal, saysMs } from "./time-range.ts";

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

it("milliseconds of a short range stay in its fields and can be typed [NAV-14]", () => {
  const fromMs = new Date(2023, 10, 14, 22, 30, 0, 20).getTime();
  const range = { fromMs, toMs: fromMs + 1357 };
  expect(saysMs(range)).toBe(true);
  expect([localText(range.fromMs, true), localText(range.toMs, true)]).toEqual([
    "2023-11-14 22:30:00.020",
    "2023-11-14 22:30:01.377",
  ]);
  for (const at of [range.fromMs, range.toMs]) expect(readLocal(localText(at, true))).toBe(at);
  expect(readLocal("2023-11-14 22:30:00.5")).toBe(fromMs + 480);
  expect(saysMs({ fromMs, toMs: fromMs + 3_600_000 })).toBe(false);
  expect(saysMs({ fromMs: fromMs - 20, toMs: fromMs + 980 })).toBe(false);
});
