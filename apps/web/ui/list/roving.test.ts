import { expect, it } from "vitest";
import { movedTo } from "./roving.ts";

it("arrow keys go round, Home and End go to the ends, other keys are left alone", () => {
  expect(movedTo("ArrowRight", 2, 3, "across")).toBe(0);
  expect(movedTo("ArrowLeft", 0, 3, "across")).toBe(2);
  expect(movedTo("ArrowDown", 0, 3, "down")).toBe(1);
  expect(movedTo("Home", 2, 3, "down")).toBe(0);
  expect(movedTo("End", 0, 3, "down")).toBe(2);
  expect(movedTo("ArrowDown", 0, 3, "across")).toBeUndefined();
  expect(movedTo("ArrowDown", 0, 0, "down")).toBeUndefined();
});
