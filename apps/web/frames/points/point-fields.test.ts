import { dataField } from "@canopy/contract/devices/type-fields";
import { expect, it } from "vitest";
import { shownFields, shownGroups } from "./point-fields.ts";

const groups = [
  {
    name: "battery",
    fields: [
      dataField.parse({ name: "soc", display_name: "电量", accuracy: 1 }),
      dataField.parse({ name: "secret", is_display: false }),
    ],
  },
];
const newest = { group: "battery", time: 1, values: { soc: 80, secret: 1, extra: 2 } };

it("shows what the type shows, hides what it hides, and adds what came undefined [DEV-04]", () => {
  const shown = shownFields(groups, "battery", newest);
  expect(shown.map(({ name, title, isUnknown }) => [name, title, isUnknown])).toEqual([
    ["soc", "电量", false],
    ["extra", "extra", true],
  ]);
  expect(shown[0]?.accuracy).toBe(1);
  expect(shownFields(groups, "other", undefined)).toEqual([]);
});

it("lists the type's groups first, then others that report [DEV-04]", () => {
  expect(shownGroups(groups, [newest, { ...newest, group: "door" }])).toEqual(["battery", "door"]);
});
