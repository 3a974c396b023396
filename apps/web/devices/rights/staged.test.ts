import type { DeviceRight, RightStep } from "@canopy/contract/devices/rights";
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

it("levels that alternate are a step each, behind the last one for a filter [USR-03]", () => {
  const ids = Array.from({ length: 300 }, (_, n) => `d${n}`);
  const put = (steps: readonly RightStep[], more: readonly string[]) =>
    more.reduce((made, id, n) => withDevice(made, id, n % 2 === 0 ? "read" : "write"), steps);
  const steps = put(withAll(put([], ids), NO_FILTER, "none"), ids.slice(0, 4));
  expect(steps.map(({ level, things_ids }) => [level, things_ids?.length])).toEqual([
    ["read", 148],
    ["write", 148],
    ["none", undefined],
    ["read", 2],
    ["write", 2],
  ]);
  expect(["d0", "d1", "d7"].map((things_id) => stagedLevel(steps, row({ things_id }), LABELS))).toEqual([
    ...["read", "write", "none"],
  ]);
});

it("a step for a filter covers what the filter finds, by word, label and stored level [USR-03]", () => {
  const steps = withAll([], { keyword: "ev", label_id: "l1", level: "none" }, "write");
  expect(stagedLevel(steps, row({}), LABELS)).toBe("write");
  expect(stagedLevel(steps, row({ name: "Bus" }), LABELS)).toBe("none");
  expect(stagedLevel(steps, row({ labels: [] }), LABELS)).toBe("none");
  expect(stagedLevel(steps, row({ level: "read" }), LABELS)).toBe("read");
});
