import { expect, it } from "vitest";
import { changedFields } from "./use-form-undo.ts";

it("a step of undo is named by the fields that it changes, whatever objects hold them", () => {
  const before = { name: "Hot", conditions: [{ value: 55 }], hold: 1 };
  expect(changedFields(before, structuredClone(before))).toBe("");
  expect(changedFields(before, { ...before, conditions: [{ value: 60 }] })).toBe("conditions");
  expect(changedFields(before, { name: "", conditions: before.conditions })).toBe("hold name");
});
