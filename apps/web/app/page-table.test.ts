import { expect, it } from "vitest";
import { PAGE_TABLE } from "./page-table.ts";

it("every page of the table has a path and a title of its own [NAV-01]", () => {
  expect(new Set(PAGE_TABLE.map(({ path }) => path)).size).toBe(PAGE_TABLE.length);
  expect(new Set(PAGE_TABLE.map(({ title }) => title)).size).toBe(PAGE_TABLE.length);
});
