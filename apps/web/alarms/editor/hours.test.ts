import { expect, it } from "vitest";
import { clockOf, hoursText, minutesOf, offsetText } from "./hours.ts";

it("hours of a rule are typed as a clock shows them [TRG-01]", () => {
  expect([clockOf(0), clockOf(510), clockOf(1439), clockOf(1440)]).toEqual(["00:00", "08:30", "23:59", "00:00"]);
  expect([minutesOf("08:30"), minutesOf("8:3"), minutesOf("24:00"), minutesOf("")]).toEqual([
    510,
    undefined,
    undefined,
    undefined,
  ]);
  expect([offsetText(-480), offsetText(0), offsetText(210)]).toEqual(["UTC+8", "UTC+0", "UTC-3:30"]);
});

it("hours of a week are said with their days, and the zone where it is another [TRG-04]", () => {
  const hours = { days: [6, 0], from_min: 1320, to_min: 360, utc_offset_min: -480 };
  expect(hoursText(hours, -480)).toBe("周六, 周日 22:00–06:00");
  expect(hoursText({ ...hours, days: [0, 1, 2, 3, 5] }, -480)).toBe("周一–周三, 周五, 周日 22:00–06:00");
  const daily = { ...hours, days: [0, 1, 2, 3, 4, 5, 6], from_min: 0, to_min: 1440 };
  expect(hoursText(daily, 0)).toBe("每天 00:00–24:00 UTC+8");
  // In summer the viewer has another offset than when the hours were written.
  const berlin = { ...daily, utc_offset_min: -60, time_zone: "Europe/Berlin" };
  expect(hoursText(berlin, -120, "Europe/Berlin")).toBe("每天 00:00–24:00");
  expect(hoursText(berlin, -60, "Asia/Shanghai")).toBe("每天 00:00–24:00 Europe/Berlin");
});
