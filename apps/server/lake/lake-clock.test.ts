import fc from "fast-check";
import { expect, it } from "vitest";
import { isDue, nextRunMs } from "./lake-clock.ts";

const at = (text: string) => Date.parse(`${text}:00Z`);
const lastOf = (text: string | null) => (text === null ? null : at(text));
const daily = (hour: number, last: string | null) => ({ every: "day", hour, lastMs: lastOf(last) }) as const;
const hourly = (last: string | null) => ({ every: "hour", hour: 2, lastMs: lastOf(last) }) as const;
const next = (schedule: Parameters<typeof nextRunMs>[0], now: string) =>
  new Date(nextRunMs(schedule, at(now))).toISOString().slice(0, 16);

it("runs hourly, or once a day from its hour on [OPS-06]", () => {
  expect(isDue(hourly("2026-05-05T02:41"), at("2026-05-05T03:41"))).toBe(true);
  expect(isDue(daily(2, null), at("2026-05-05T00:41"))).toBe(true);
  expect(isDue(daily(2, "2026-05-05T00:41"), at("2026-05-05T01:41"))).toBe(false);
  expect(isDue(daily(2, "2026-05-05T00:41"), at("2026-05-05T02:41"))).toBe(true);
  expect(isDue(daily(2, "2026-05-05T02:41"), at("2026-05-05T23:41"))).toBe(false);
  expect(isDue(daily(14, "2026-05-05T02:41"), at("2026-05-05T13:41"))).toBe(false);
  expect(isDue(daily(14, "2026-05-05T02:41"), at("2026-05-05T14:41"))).toBe(true);
});

it("says when the next run is [OPS-06]", () => {
  expect(next(hourly("2026-05-05T02:41"), "2026-05-05T02:45")).toBe("2026-05-05T03:41");
  expect(next(daily(2, null), "2026-05-05T12:00")).toBe("2026-05-05T12:41");
  expect(next(daily(2, "2026-05-05T02:43"), "2026-05-05T12:00")).toBe("2026-05-06T02:41");
  expect(next(daily(0, "2026-05-05T23:41"), "2026-05-05T23:50")).toBe("2026-05-06T00:41");
});

it("the next run is due, ahead, and at most a day and an hour away [OPS-06]", () => {
  const time = fc.integer({ min: at("2026-01-01T00:00"), max: at("2026-12-31T00:00") });
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: 23 }), fc.nat(3 * 86_400_000), (nowMs, hour, ago) => {
      const schedule = { every: "day", hour, lastMs: nowMs - ago } as const;
      const runMs = nextRunMs(schedule, nowMs);
      expect(isDue(schedule, runMs)).toBe(true);
      expect(runMs).toBeGreaterThan(nowMs);
      expect(runMs - nowMs).toBeLessThanOrEqual(25 * 3_600_000);
    }),
  );
});
