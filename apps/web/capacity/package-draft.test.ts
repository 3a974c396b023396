import { DEFAULT_PACKAGE, type PackageContent } from "@canopy/contract/capacity/package";
import { expect, it } from "vitest";
import { changeOf, draftOf, isBadLimit } from "./package-draft.ts";

const listed = { third_things_id: "0A1B2C3D4E5F60718293", info_model_id: "type" };
const content: PackageContent = { ...DEFAULT_PACKAGE, quick_delete_things_list: [listed] };

it("of a package only what was changed is sent [CAP-01] [NAV-16]", () => {
  const draft = draftOf(content);
  expect(changeOf(draft, content)).toEqual({});
  const typed = { ...draft, twins: true, limits: { ...draft.limits, things_num: "20" } };
  expect(changeOf(typed, content)).toEqual({ things_num: 20, twins_rule_on: true });
});

it("an empty field is no limit, and an ID that is added is of any type [CAP-01] [DAT-05]", () => {
  const draft = draftOf(content);
  const changed = changeOf(
    {
      ...draft,
      limits: { ...draft.limits, things_num: " ", label_num: "7" },
      quickDeletes: `${draft.quickDeletes}\n2d010203040506070809`,
    },
    content,
  );
  expect(changed).toMatchObject({ things_num: null, label_num: 7 });
  expect(changed.quick_delete_things_list).toEqual([
    listed,
    { third_things_id: "2D010203040506070809", info_model_id: "" },
  ]);
});

it.each([
  ["", false],
  ["0", false],
  ["1.5", false],
  ["-1", true],
  ["many", true],
  ["1e16", true],
])("%j is refused: %j [CAP-01]", (text, isBad) => {
  expect(isBadLimit(text)).toBe(isBad);
});
