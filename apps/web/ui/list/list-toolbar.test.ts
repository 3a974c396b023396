import { createElement, Fragment } from "react";
import { expect, it } from "vitest";
import { Button } from "../Button.tsx";
import { hasSearch, listToolbar } from "./list-toolbar.ts";
import { SearchInput } from "./SearchInput.tsx";

const search = createElement(SearchInput, { value: "", label: "Find", onChange: () => undefined });
const filters = createElement(Fragment, null, search, createElement("i"), createElement("b"));
const actions = createElement(Fragment, null, createElement("i"), createElement(Button, { kind: "main" }));

it("the search and the main action stay; facts leave first, then columns, actions and the later filters", () => {
  const items = listToolbar({ filters, facts: "3 online", columns: "columns", actions });
  expect(items.map(({ key }) => key)).toEqual([
    ...["filter0", "filter1", "filter2"],
    ...["facts", "columns", "action0", "action1"],
  ]);
  const leaving = items
    .filter(({ priority }) => priority !== undefined)
    .sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0))
    .map(({ key }) => key);
  expect(leaving).toEqual(["facts", "columns", "action0", "filter2", "filter1"]);
  expect(items.at(-1)?.atBottom).toBe(true);
});

it("a list with a search field is known by it", () => {
  expect(hasSearch(filters)).toBe(true);
  expect(hasSearch(actions)).toBe(false);
});
