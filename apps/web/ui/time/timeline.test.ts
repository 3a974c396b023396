import { expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, moved, spanAround, ticksOf } from "./timeline.ts";

it("an axis has few, round moments in the viewer's own zone", () => {
  const fromMs = new Date(2026, 10, 15, 7, 43).getTime();
  const { stepMs, atMs } = ticksOf({ fromMs, toMs: fromMs + HOUR_MS }, 7);
  expect(stepMs).toBe(10 * MINUTE_MS);
  expect(atMs.map((at) => new Date(at).getMinutes())).toEqual([50, 0, 10, 20, 30, 40]);
  const days = ticksOf({ fromMs, toMs: fromMs + 3 * DAY_MS }, 4);
  expect(days.atMs.map((at) => new Date(at).getHours())).toEqual([0, 0, 0]);
});

it("the whole around a range is twice as long and ends a little later", () => {
  expect(spanAround({ fromMs: 2000, toMs: 3000 })).toEqual({ fromMs: 2000 - 2000 / 3, toMs: 3000 + 1000 / 3 });
});

it("a step forward never leaves the past", () => {
  expect(moved({ fromMs: 1000, toMs: 2000 }, 0.5, 2200)).toEqual({ fromMs: 1200, toMs: 2200 });
  expect(moved({ fromMs: 1000, toMs: 2000 }, -0.5, 2200)).toEqual({ fromMs: 500, toMs: 1500 });
});
