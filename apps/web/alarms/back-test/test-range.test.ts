import { expect, it } from "vitest";
import { lastHours, readTestRange, spanAround, writeTestRange } from "./test-range.ts";

it("a test covers the last day, or the range of the address, whatever the rule was opened from [TRG-07]", () => {
  const nowMs = 1_800_000_000_000;
  expect(readTestRange({ from: "bus" }, nowMs)).toEqual({ kind: "day", fromMs: nowMs - 86_400_000, toMs: nowMs });
  const own = writeTestRange({ range: "own", from: "1000", to: "2000" });
  expect(readTestRange(own as Record<string, string>, nowMs)).toEqual({ kind: "own", fromMs: 1000, toMs: 2000 });
  expect(lastHours(1, nowMs - 1)).toEqual({ fromMs: nowMs - 3_600_000, toMs: nowMs });
});

it("a firing is shown with as much around it, and never beyond the range [TRG-07]", () => {
  const tested = { fromMs: 0, toMs: 1_000_000 };
  expect(spanAround(tested, { start_time: 300_000, end_time: 400_000 })).toEqual({ fromMs: 200_000, toMs: 500_000 });
  expect(spanAround(tested, { start_time: 5000, end_time: 5100 })).toEqual({ fromMs: 0, toMs: 15_100 });
  expect(spanAround(tested, { start_time: 900_000, end_time: null })).toEqual({ fromMs: 800_000, toMs: 1_000_000 });
});
