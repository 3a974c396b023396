import { DEFAULT_PACKAGE, type PackageContent } from "@canopy/contract/capacity/package";
import { expect, it } from "vitest";
import { contentOf, draftOf, isBadLimit } from "./package-draft.ts";

const listed = { third_things_id: "0A1B2C3D4E5F60718293", info_model_id: "type" };
const content: PackageContent = { ...DEFAULT_PACKAGE, quick_delete_things_list: [listed] };

it("a package that is not changed stays as it is [CAP-01]", () => {
  expect(contentOf(draftOf(content), content)).toEqual(content);
});

it("an empty field is no limit, and an ID that is added is of any type [CAP-01] [DAT-05]", () => {
  const draft = draftOf(content);
  const changed = contentOf(
    {
      ...draft,
      limits: { ...draft.limits, things_num: " ", label_num: "7" },
      quickDeletes: `${draft.quickDeletes}\n2d010203040506070809`,
    },
    content,
  );
  expect(changed).toMatchObject({ things_num: null, label_num: 7, sub_user_num: 100 });
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
