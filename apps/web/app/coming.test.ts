import { readFileSync } from "node:fs";
import { endpoints } from "@canopy/contract/endpoints";
import { expect, it } from "vitest";
import { PAGE_TABLE, type PageRow } from "./page-table.ts";

const file = readFileSync(new URL("../../../docs/coming.txt", import.meta.url), "utf8");
const lines = file.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

it("docs/coming.txt lists exactly the pages and calls that are still coming, sorted [OPS-05]", () => {
  const pages = PAGE_TABLE.filter((page: PageRow) => page.coming).map(({ path }) => `page ${path}`);
  const calls = endpoints.filter(({ coming }) => coming).map(({ method, path }) => `call ${method} ${path}`);
  expect(lines).toEqual([...pages.sort(), ...calls.sort()]);
});

it("every page of the table has a path and a title of its own [NAV-01]", () => {
  expect(new Set(PAGE_TABLE.map(({ path }) => path)).size).toBe(PAGE_TABLE.length);
  expect(new Set(PAGE_TABLE.map(({ title }) => title)).size).toBe(PAGE_TABLE.length);
});
