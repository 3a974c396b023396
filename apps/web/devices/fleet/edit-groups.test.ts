import { type DataGroups, dataField } from "@canopy/contract/devices/type-fields";
import { expect, it } from "vitest";
import {
  countFields,
  withField,
  withGroup,
  withGroupName,
  withMovedField,
  withoutField,
  withoutGroup,
} from "./edit-groups.ts";

const field = (name: string) => dataField.parse({ name });
const groups: DataGroups = [
  { name: "battery", fields: [field("soc"), field("volt"), field("temp")] },
  { name: "door", fields: [] },
];
const names = (changed: DataGroups) => changed.map(({ name, fields }) => [name, fields.map((one) => one.name)]);

it("groups are added, renamed and taken away; the others stay [DEV-04]", () => {
  expect(names(withGroup(groups, "seat"))).toEqual([...names(groups), ["seat", []]]);
  expect(names(withGroupName(groups, 1, "doors"))[1]).toEqual(["doors", []]);
  expect(names(withoutGroup(groups, 0))).toEqual([["door", []]]);
});

it("a field is added at the end, changed in its place, taken away [DEV-04]", () => {
  expect(names(withField(groups, 1, undefined, field("open")))[1]).toEqual(["door", ["open"]]);
  expect(names(withField(groups, 0, 1, field("voltage")))[0]).toEqual(["battery", ["soc", "voltage", "temp"]]);
  expect(names(withoutField(groups, 0, 0))[0]).toEqual(["battery", ["volt", "temp"]]);
  expect(countFields(groups)).toBe(3);
});

it("a field moves one place, and not beyond the ends [DEV-04]", () => {
  expect(names(withMovedField(groups, 0, 0, 1))[0]).toEqual(["battery", ["volt", "soc", "temp"]]);
  expect(names(withMovedField(groups, 0, 0, -1))).toEqual(names(groups));
  expect(names(withMovedField(groups, 0, 2, 1))).toEqual(names(groups));
});
