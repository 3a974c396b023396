import type { OutputClock } from "@canopy/contract/outputs/output-content";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueTurnMs, nextTurnMs, rangeOf } from "./output-clock.ts";
import { instantOf, wallTime } from "./zone-time.ts";

const clock = (more: Partial<OutputClock>): OutputClock => ({
  every: "day",
  hour: 2,
  weekday: 1,
  month_day: 1,
  zone: "Europe/Berlin",
  ...more,
});
const at = (text: string) => Date.parse(`${text}Z`);
const told = (ms: number) => new Date(ms).toISOString().slice(0, 16);

/** With summer time in both halves of the year, at midnight, of half an hour, and without. */
const ZONES = [
  "UTC",
  "Asia/Shanghai",
  "Europe/Berlin",
  "Europe/London",
  "America/New_York",
  "America/Santiago",
  "America/Havana",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Asia/Kathmandu",
  "Africa/Casablanca",
];
const clocks = fc.record({
  every: fc.constantFrom("day", "week", "month"),
  hour: fc.integer({ min: 0, max: 23 }),
  weekday: fc.integer({ min: 1, max: 7 }),
  month_day: fc.integer({ min: 1, max: 28 }),
  zone: fc.constantFrom(...ZONES),
}) satisfies fc.Arbitrary<OutputClock>;
const times = fc.integer({ min: at("2020-01-01T00:00"), max: at("2030-12-31T00:00") });

describe("the clock of an output", () => {
  it("shows the same hour in winter and in summer", () => {
    expect(told(nextTurnMs(clock({}), at("2026-03-27T12:00")))).toBe("2026-03-28T01:00");
    // 02:00 is left out on the 29th: it runs when the clock has been changed.
    expect(told(nextTurnMs(clock({}), at("2026-03-28T12:00")))).toBe("2026-03-29T01:00");
    expect(told(nextTurnMs(clock({}), at("2026-03-29T12:00")))).toBe("2026-03-30T00:00");
    // 02:00 comes twice on October 25th: it runs once, the first time.
    expect(told(nextTurnMs(clock({}), at("2026-10-24T12:00")))).toBe("2026-10-25T00:00");
    expect(told(nextTurnMs(clock({}), at("2026-10-25T00:00")))).toBe("2026-10-26T01:00");
  });

  it("covers the day, the week or the month before, of the zone's own days", () => {
    const range = (more: Partial<OutputClock>, run: string) => {
      const { fromMs, toMs } = rangeOf(clock(more), at(run));
      return [told(fromMs), told(toMs)];
    };
    expect(range({}, "2026-03-30T00:00")).toEqual(["2026-03-28T23:00", "2026-03-29T22:00"]);
    expect(range({ every: "week" }, "2026-11-16T05:00")).toEqual(["2026-11-08T23:00", "2026-11-15T23:00"]);
    expect(range({ every: "month", zone: "UTC" }, "2026-03-31T05:00")).toEqual([
      "2026-02-28T00:00",
      "2026-03-31T00:00",
    ]);
  });

  it("has turns of its hour and day, each after the one before, that leave no day out and none twice", () => {
    fc.assert(
      fc.property(clocks, times, (one, startMs) => {
        let turnMs = nextTurnMs(one, startMs);
        expect(turnMs).toBeGreaterThan(startMs);
        for (let i = 0; i < 5; i += 1) {
          const followingMs = nextTurnMs(one, turnMs);
          expect(rangeOf(one, followingMs).fromMs).toBe(rangeOf(one, turnMs).toMs);
          const shown = wallTime(one.zone, followingMs);
          // Right after a change where the hour is left out.
          if (shown.hour !== one.hour) expect(instantOf(one.zone, { ...shown, hour: one.hour })).toBe(followingMs);
          turnMs = followingMs;
        }
      }),
    );
  });

  it("covers time that has passed alone", () => {
    fc.assert(
      fc.property(clocks, times, (one, runMs) => {
        const { fromMs, toMs } = rangeOf(one, runMs);
        expect(fromMs).toBeLessThan(toMs);
        expect(toMs).toBeLessThanOrEqual(runMs);
      }),
    );
  });

  it("makes up for turns of the last 31 days, and leaves older ones out", () => {
    const now = at("2026-06-30T12:00");
    const daily = clock({ zone: "UTC" });
    expect(told(dueTurnMs(daily, at("2026-06-20T02:00"), now))).toBe("2026-06-20T02:00");
    expect(told(dueTurnMs(daily, at("2026-01-20T02:00"), now))).toBe("2026-05-31T02:00");
  });
});
