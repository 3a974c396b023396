import { expect, it } from "vitest";
import { isOpen, minuteOfDay } from "./maintenance-window.ts";

const at = (utc: string) => Date.parse(`2026-03-29T${utc}:00Z`);

it("a window is open by the clock of its time zone, its end outside [DEV-08]", () => {
  const window = { from: "01:00", to: "05:00", time_zone: "Asia/Shanghai" };
  const open = (utc: string) => isOpen(window, at(utc));
  expect(["16:59", "17:00", "20:59", "21:00"].map(open)).toEqual([false, true, true, false]);
});

it("a window over midnight is open on both sides of it [DEV-08]", () => {
  const window = { from: "22:00", to: "04:00", time_zone: "UTC" };
  expect(["21:59", "22:00", "00:00", "03:59", "04:00"].map((utc) => isOpen(window, at(utc)))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

it("a window follows the clock when it is put forward [DEV-08]", () => {
  // In the night of 29 March 2026 Berlin goes from 02:00 to 03:00.
  const window = { from: "03:00", to: "04:00", time_zone: "Europe/Berlin" };
  expect(["00:59", "01:00", "01:59", "02:00"].map((utc) => isOpen(window, at(utc)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it("a time zone that there is not is never open [DEV-08]", () => {
  expect(minuteOfDay("Nowhere/Land", 0)).toBeUndefined();
  expect(isOpen({ from: "00:00", to: "23:59", time_zone: "Nowhere/Land" }, 0)).toBe(false);
});
