import { expect, it } from "vitest";
import { isWithinHours } from "./weekly-hours.ts";

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
