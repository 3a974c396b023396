import { expect, it } from "vitest";
import { chooseColumn, columnChoiceOf, isShown } from "./columns.ts";

const name = { key: "name", always: true };
const model = { key: "model" };
const note = { key: "note", extra: true };

it("shows all but the extra columns until one chooses [NAV-14]", () => {
  expect([name, model, note].map((column) => isShown(column, {}))).toEqual([true, true, false]);
});

it("keeps only what differs, and never hides what must stay", () => {
  const choice = chooseColumn(chooseColumn({}, model, false), note, true);
  expect(choice).toEqual({ model: false, note: true });
  expect([name, model, note].map((column) => isShown(column, { ...choice, name: false }))).toEqual([true, false, true]);
  expect(chooseColumn(choice, model, true)).toEqual({ note: true });
});

it.each([null, "", "nonsense", "[]", "7", '{"model":"no"}'])("reads %j as no choice", (text) => {
  expect(columnChoiceOf(text)).toEqual({});
});
