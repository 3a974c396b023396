import { describe, expect, it } from "vitest";
import { daysToFull, growthPerDay, showBytes } from "./forecast.ts";

const TODAY = 20_000;
const byDay = (...entries: [number, number][]) => new Map(entries.map(([ago, bytes]) => [TODAY - ago, bytes]));

describe("the growth of a store", () => {
  it.each([
    ["nothing stored", byDay(), 0],
    ["seven whole days, today left out", byDay([0, 999], [1, 7], [7, 7], [8, 1000]), 2],
    ["a younger store", byDay([0, 999], [1, 10], [2, 20]), 15],
    ["a store of today", byDay([0, 30]), 30],
  ])("%s [CAP-02]", (_, days, expected) => {
    expect(growthPerDay(days, TODAY)).toBe(expected);
  });
});

describe("days to full", () => {
  const outlook = { used: 50, limit: 100, perDay: 10, days: byDay(), today: TODAY, keepDays: null };

  it.each([
    ["at this pace", {}, 5],
    ["without a limit", { limit: null }, null],
    ["of a full one", { used: 100 }, 0],
    ["without growth", { perDay: 0 }, null],
    // Each day of the last five goes as a new one comes, until those that are left are of today's size.
    ["where retention takes as much", { keepDays: 5, days: byDay([1, 10], [2, 10], [3, 10], [4, 10], [5, 10]) }, null],
    [
      "where retention takes less",
      { used: 25, limit: 40, keepDays: 5, days: byDay([1, 5], [2, 5], [3, 5], [4, 5], [5, 5]) },
      3,
    ],
  ])("%s [CAP-02]", (_, given, expected) => {
    expect(daysToFull({ ...outlook, ...given })).toBe(expected);
  });
});

it.each([
  [0, "0B"],
  [1023, "1023B"],
  [1.5 * 1024, "1.50KB"],
  [1.71 * 1024 ** 3, "1.71GB"],
])("%d bytes convert by 1024 [CAP-02]", (bytes, shown) => {
  expect(showBytes(bytes)).toBe(shown);
});
