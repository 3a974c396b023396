import { expect, it } from "vitest";
import { seenTotal } from "./new-rows.ts";

it("what came in is counted from the first page, where new rows enter by themselves", () => {
  expect(seenTotal(undefined, 3, 40), "by an address").toBe(40);
  expect(seenTotal(40, 3, 43), "three are new").toBe(40);
  expect(seenTotal(40, 1, 43), "they are shown").toBe(43);
  expect(seenTotal(43, 2, 7), "another filter, or rows were deleted").toBe(7);
});
