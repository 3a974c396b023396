import { expect, it } from "vitest";
import { lastDays, OWN, rangeOf } from "./search-range.ts";

const NOW = 1_800_000_000_000;
const made = (request: { from_time: number; to_time: number }) =>
  rangeOf({ request: request as Parameters<typeof rangeOf>[0]["request"], created_time: NOW });

it("a search of the last days is one again, any other range is its own [TRG-07]", () => {
  expect(made(lastDays("7", NOW - 200))).toBe("7");
  expect(made(lastDays("7", NOW - 3_600_000))).toBe(OWN);
  expect(made({ from_time: NOW - 5000, to_time: NOW })).toBe(OWN);
});
