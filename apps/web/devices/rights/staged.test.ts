import type { DeviceRight } from "@canopy/contract/devices/rights";
import { expect, it } from "vitest";
import { NO_FILTER, stagedLevel, withAll, withDevice } from "./staged.ts";

const row = (more: Partial<DeviceRight>): DeviceRight => ({
  things_id: "a",
  name: "EV-01",
  third_things_id: "0A",
  type_name: "",
  labels: ["Road test A"],
  level: "none",
  ...more,
});
const LABELS = new Map([["l1", "Road test A"]]);

it("a later step wins over an earlier one, and a device twice is one step [USR-03]", () => {
  const all = withAll([], NO_FILTER, "read");
  const one = withDevice(withDevice(all, "a", "read"), "a", "write");
  expect(one).toEqual([...all, { level: "write", things_ids: ["a"] }]);
  expect(stagedLevel(one, row({}), LABELS)).toBe("write");
  expect(stagedLevel(one, row({ things_id: "b" }), LABELS)).toBe("read");
});

it("devices of one level gather in one step [USR-03]", () => {
  const steps = withDevice(withDevice([], "a", "read"), "b", "read");
  expect(steps).toEqual([{ level: "read", things_ids: ["a", "b"] }]);
});

it("a step for a filter covers what the filter finds, by word, label and stored level [USR-03]", () => {
  const steps = withAll([], { keyword: "ev", label_id: "l1", level: "none" }, "write");
  expect(stagedLevel(steps, row({}), LABELS)).toBe("write");
  expect(stagedLevel(steps, row({ name: "Bus" }), LABELS)).toBe("none");
  expect(stagedLevel(steps, row({ labels: [] }), LABELS)).toBe("none");
  expect(stagedLevel(steps, row({ level: "read" }), LABELS)).toBe("read");
});
