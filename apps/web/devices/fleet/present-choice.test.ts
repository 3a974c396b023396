import { expect, it } from "vitest";
import { withPresent } from "./present-choice.ts";

const LISTED = [{ value: "a", label: "Type A" }];

it("a present value that the list lacks can stay chosen", () => {
  expect(withPresent(LISTED, "b", "present")).toEqual([...LISTED, { value: "b", label: "present" }]);
  expect(withPresent(LISTED, "a", "present")).toEqual(LISTED);
  expect(withPresent(LISTED, null, "present")).toEqual(LISTED);
});
