import { expect, it } from "vitest";
import { isWithinHours, weeklyHours } from "./weekly-hours.ts";

/** Saturday in UTC. */
const at = (hour: number, day = 14) => Date.UTC(2026, 10, day, hour);
const hours = { days: [6], from_min: 480, to_min: 1020, utc_offset_min: 0 };

it("hours are those of the local day, also over midnight, and none are always [TRG-01]", () => {
  expect(isWithinHours(null, at(3))).toBe(true);
  expect([7, 8, 16, 17].map((hour) => isWithinHours(hours, at(hour)))).toEqual([false, true, true, false]);
  expect(isWithinHours(hours, at(9, 15))).toBe(false);
  // Eight hours ahead: 08:00 is midnight in UTC.
  expect(isWithinHours({ ...hours, utc_offset_min: -480 }, at(0))).toBe(true);
  const night = { ...hours, from_min: 1320, to_min: 360 };
  expect([at(21), at(22), at(3, 15), at(7, 15), at(3)].map((ms) => isWithinHours(night, ms))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});

it("hours with a time zone stay where its clock has them, in summer and in winter [TRG-04]", () => {
  const berlin = { ...hours, utc_offset_min: -60, time_zone: "Europe/Berlin" };
  const [winter, summer] = [Date.UTC(2026, 10, 14, 7, 30), Date.UTC(2026, 6, 11, 6, 30)];
  expect([winter, summer].map((ms) => isWithinHours(berlin, ms))).toEqual([true, true]);
  const { time_zone, ...byOffset } = berlin;
  expect([winter, summer].map((ms) => isWithinHours(byOffset, ms))).toEqual([true, false]);
  const night = { ...berlin, days: [5], from_min: 1380, to_min: 30 };
  // Saturday, 00:15 in Berlin.
  expect(isWithinHours(night, Date.UTC(2026, 6, 10, 22, 15))).toBe(true);
  expect([time_zone, "Nowhere/Land"].map((one) => weeklyHours.safeParse({ ...hours, time_zone: one }).success)).toEqual(
    [true, false],
  );
});
