import { expect, it } from "vitest";
import { readRange } from "./point-range.ts";

const NOW = 1_000_000_000_000;

it.each([
  [{}, { kind: "hour", fromMs: NOW - 3_600_000, toMs: NOW }],
  [{ range: "week" }, { kind: "week", fromMs: NOW - 604_800_000, toMs: NOW }],
  [
    { range: "own", from: "5", to: "6" },
    { kind: "own", fromMs: 5, toMs: 6 },
  ],
  [
    { range: "own", from: "6", to: "6" },
    { kind: "hour", fromMs: NOW - 3_600_000, toMs: NOW },
  ],
  [
    { range: "own", from: "x", to: "6" },
    { kind: "hour", fromMs: NOW - 3_600_000, toMs: NOW },
  ],
  [{ range: "<b>" }, { kind: "hour", fromMs: NOW - 3_600_000, toMs: NOW }],
])("the address %j means %j [NAV-14]", (search, expected) => {
  expect(readRange(search, NOW)).toEqual(expected);
});
