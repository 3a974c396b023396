import { expect, it } from "vitest";
import { sortableBy } from "./columns.ts";
import { orderOf, pageOfRows } from "./list-parts.ts";

const state = (key: string, descending: boolean) => ({ page: 1, size: 5, sort: { key, descending }, filters: {} });

it("unknown values come last in either direction [NAV-14]", () => {
  const rows = [3, null, 1, null, 2].map((at) => ({ at }));
  const sorted = (descending: boolean) =>
    pageOfRows(rows, state("at", descending), (row) => row.at).map(({ at }) => at);
  expect(sorted(false)).toEqual([1, 2, 3, null, null]);
  expect(sorted(true)).toEqual([3, 2, 1, null, null]);
});

it("a server is asked for the columns that it sorts by, and only these have a head to sort by [NAV-14]", () => {
  expect(orderOf(state("name", true), ["name"])).toEqual({ order_param: "name", order_type: 1 });
  expect(orderOf(state("name", false), ["name"])).toEqual({ order_param: "name", order_type: 0 });
  expect(orderOf(state("other", false), ["name"])).toEqual({});
  expect(orderOf({ ...state("name", false), sort: null }, ["name"])).toEqual({});
  const column = (key: string) => ({ key, title: key, cell: () => null });
  const columns = sortableBy([column("name"), column("picture")], ["name"]);
  expect(columns.map(({ sortable = false }) => sortable)).toEqual([true, false]);
});
