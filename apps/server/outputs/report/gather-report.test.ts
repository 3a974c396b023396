import { describe, expect, it } from "vitest";
import { rangeOf } from "../clock/output-clock.ts";
import { daysOf, type Report } from "./gather-report.ts";
import { reportHtml, reportText } from "./write-report.ts";

const DAY_MS = 86_400_000;
const CLOCK = { every: "day", hour: 2, weekday: 1, month_day: 1 } as const;
const NOTHING = { frames: 0, bytes: 0, online_ms: 0, distance_m: 0, trips: 0 };

/** Days of UTC in the reports of a zone, of each day of March and April 2026. */
const daysIn = (zone: string) =>
  Array.from({ length: 60 }, (_, i) => daysOf(rangeOf({ ...CLOCK, zone }, Date.UTC(2026, 2, 2 + i, 12))));

describe("the days of UTC of a report [STA-01]", () => {
  it.each(["Europe/London", "Africa/Casablanca", "Europe/Berlin", "America/New_York", "Asia/Shanghai", "UTC"])(
    "are each in one daily report of %s, also where the clock is put forward",
    (zone) => {
      const days = daysIn(zone).flatMap((of) =>
        of ? Array.from({ length: of.toDay - of.fromDay + 1 }, (_, i) => of.fromDay + i) : [],
      );
      const [first = 0] = days;
      expect(days).toEqual(days.map((_, i) => first + i));
    },
  );

  it("may be none: figures are 0, and the report says why in both languages", () => {
    const range = rangeOf({ ...CLOCK, zone: "Europe/London" }, Date.UTC(2026, 2, 30, 12));
    expect(range.toMs - range.fromMs).toBe(DAY_MS - 3_600_000);
    expect(daysOf(range)).toBeUndefined();
    const devices = [{ ...NOTHING, name: "EV-01", coverage: undefined }];
    const report: Report = { range, zone: "Europe/London", days: undefined, devices, total: NOTHING, alarms: [] };
    const written = { name: "Night", link: undefined };
    const english = reportHtml(report, { ...written, language: "en" });
    expect(english).toContain("No day of UTC ended in this range");
    expect(english).not.toContain("No frames of EV-01");
    expect(reportText(report, { ...written, language: "zh" })).toContain("没有结束的 UTC 日");
  });
});
