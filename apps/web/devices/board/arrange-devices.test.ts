import { RateRing } from "@canopy/contract/devices/rate-ring";
import { describe, expect, it } from "vitest";
import { arrangeDevices, type ListFilters, type ListItem, NONE } from "./arrange-devices.ts";
import type { DeviceState } from "./status-board.ts";
import { testRow } from "./test-rows.ts";

const names = {
  labels: new Map([
    ["l1", "North"],
    ["l2", "south 🚚"],
  ]),
  groups: new Map([["g1", "fleet"]]),
};
const state = (load: number, online = true): DeviceState => ({
  online,
  framesPerSecond: load * 100,
  lastFrameMs: null,
  sdState: null,
  channels: [{ load, framesPerSecond: load * 100, lastFrameAt: 0, ring: new RateRing() }],
});

const one = testRow({ name: "truck 10", label_ids: ["l1"], info_model_id: "t1", info_model_name: "EV" });
const two = testRow({ name: "truck 9", online: true, firmware_version: "4.17.02", label_ids: ["l1", "l2"] });
const three = testRow({ name: "شاحنة <script>", favourite: true, class: "gateway", group_ids: ["g1"] });
const rows = [one, two, three];
const live = new Map([
  [one.id, state(0.8)],
  [two.id, state(0.2)],
  [three.id, state(0.9, false)],
]);

const arrange = (filters: ListFilters = {}, sort: { key: string; descending: boolean } | null = null) =>
  arrangeDevices(rows, { filters, sort, names, stateOf: (id) => live.get(id) });
const shown = (items: readonly ListItem[]) =>
  items.map((item) => (item.kind === "head" ? `# ${item.title}` : item.row.name));

describe("the list of devices", () => {
  it("has favourites first, then names as people count [DEV-01]", () => {
    expect(shown(arrange())).toEqual([three.name, "truck 9", "truck 10"]);
  });

  it("is found by part of name, ID or label, in any case and script [DEV-01]", () => {
    expect(shown(arrange({ keyword: "TRUCK 1" }))).toEqual(["truck 10"]);
    expect(shown(arrange({ keyword: two.third_things_id.slice(-6) }))).toEqual(["truck 9"]);
    expect(shown(arrange({ keyword: "🚚" }))).toEqual(["truck 9"]);
    expect(shown(arrange({ keyword: "شاحنة" }))).toEqual([three.name]);
    expect(shown(arrange({ keyword: "<script>" }))).toEqual([three.name]);
    expect(shown(arrange({ keyword: "nothing" }))).toEqual([]);
  });

  it("is narrowed by every filter, and by what is not there [DEV-01]", () => {
    expect(shown(arrange({ type: "t1" }))).toEqual(["truck 10"]);
    expect(shown(arrange({ type: NONE }))).toEqual([three.name, "truck 9"]);
    expect(shown(arrange({ label: "l2" }))).toEqual(["truck 9"]);
    expect(shown(arrange({ label: NONE }))).toEqual([three.name]);
    expect(shown(arrange({ group: "g1" }))).toEqual([three.name]);
    expect(shown(arrange({ firmware: "4.17.02" }))).toEqual(["truck 9"]);
    expect(shown(arrange({ favourite: "1" }))).toEqual([three.name]);
    expect(shown(arrange({ state: "gateway" }))).toEqual([three.name]);
  });

  it("knows who is online by the live channel, not by the list it came with [DEV-01]", () => {
    expect(shown(arrange({ state: "online" }))).toEqual(["truck 9", "truck 10"]);
    expect(shown(arrange({ state: "offline" }))).toEqual([three.name]);
  });

  it("is ordered by live load with the unknown last, favourites still first [DEV-01]", () => {
    expect(shown(arrange({}, { key: "load0", descending: true }))).toEqual([three.name, "truck 10", "truck 9"]);
    expect(shown(arrange({}, { key: "rate0", descending: false }))).toEqual([three.name, "truck 9", "truck 10"]);
    expect(shown(arrange({}, { key: "firmware", descending: true }))).toEqual([three.name, "truck 9", "truck 10"]);
  });

  it("stands under each of its labels, those without last [DEV-01] [DEV-09]", () => {
    const items = arrange({ by: "label" });
    expect(shown(items)).toEqual(["# North", "truck 9", "truck 10", "# south 🚚", "truck 9", "# null", three.name]);
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  });
});
