import { expect, it } from "vitest";
import { readListState, writeListState } from "../../ui/list/list-address.ts";
import { LOG_FILTERS, OWN, readPlace, withCursor, withLogFilter, withSpan } from "./log-place.ts";

const NOW = Date.UTC(2026, 10, 19, 8);
const DAY_MS = 86_400_000;
const shape = { keptSize: 25, sortKeys: [], filterKeys: LOG_FILTERS };
const at = (search: Record<string, unknown>) => readListState(search, shape);
const addressOf = (state: ReturnType<typeof at>) => writeListState(state, 25);

it("a page of the log is found again by its address [NAV-14] [USR-07]", () => {
  const address = addressOf(withCursor(at({ user: "li" }), { before: 812 }));
  expect(address).toEqual({ user: "li", before: "812" });
  expect(readPlace(at(address), NOW)).toMatchObject({ filter: { user: "li" }, cursor: { before: 812 } });
  expect(addressOf(withCursor(at(address), { after: 812 }))).toEqual({ user: "li", after: "812" });
});

it("other filters begin with the newest row [NAV-14] [USR-07]", () => {
  expect(addressOf(withLogFilter(at({ before: "812", span: "7" }), { module: "devices" }))).toEqual({
    span: "7",
    module: "devices",
  });
});

it("any range of time is asked for, and stands in the address [NAV-14] [USR-07]", () => {
  const from = NOW - 170 * DAY_MS;
  const own = withSpan(at({ span: "30" }), OWN, NOW);
  expect(addressOf(own)).toEqual({ span: OWN, from: String(NOW - 30 * DAY_MS), to: String(NOW) });
  const chosen = withLogFilter(own, { from: String(from), to: "" });
  expect(readPlace(chosen, NOW).filter).toMatchObject({ start_time: from });
  expect(readPlace(chosen, NOW).filter.end_time).toBeUndefined();
  expect(addressOf(withSpan(chosen, "7", NOW))).toEqual({ span: "7" });
});

it("nonsense in the address is no filter [NAV-14]", () => {
  const place = readPlace(at({ module: "x", result: "y", span: "99", before: "-1", after: "z", from: "1" }), NOW);
  expect(place).toEqual({
    filter: { words: "", user: "", module: "", result: "" },
    cursor: {},
    span: "",
    isFiltered: false,
  });
});
