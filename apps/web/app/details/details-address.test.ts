import { expect, it } from "vitest";
import { addressOfHistory, historySearchOf } from "../../frames/history/history-search.ts";
import { DEFAULT_LIVE_MS, readAddress, stayingWords, writeAddress } from "./details-address.ts";

it("tab, range, cursor and the tab's own words go through the address and back [DEV-13]", () => {
  const search = { id: "a", tab: "data", sub: "history", from: "1000", to: "61000", at: "2000", ids: "100-1FF" };
  const address = readAddress(search);
  expect(address).toEqual({
    thingsId: "a",
    tab: "data",
    sub: "history",
    range: { fromMs: 1000, toMs: 61_000 },
    liveLengthMs: DEFAULT_LIVE_MS,
    cursorMs: 2000,
    search: { ids: "100-1FF" },
  });
  expect(writeAddress(address)).toEqual({ ...search, from: 1000, to: 61_000, at: 2000 });
});

it("a range in the wrong order, too short, or not a number follows now instead", () => {
  for (const bad of [
    { from: "9000", to: "1000" },
    { from: "1000", to: "1009" },
    { from: "x", to: "2000" },
    { to: "5000" },
  ]) {
    expect(readAddress({ id: "a", ...bad }).range).toBeNull();
  }
});

it("following now is the plain address; another length is kept in seconds", () => {
  expect(writeAddress(readAddress({ id: "a" }))).toEqual({ id: "a" });
  expect(writeAddress(readAddress({ id: "a", last: "3600" }))).toEqual({ id: "a", last: 3600 });
  expect(readAddress({ id: "a", last: "1e99" }).liveLengthMs).toBe(DEFAULT_LIVE_MS);
});

it("the filter of the frames goes through the address and back beside the moment of the page [DEV-13] [DAT-02]", () => {
  const asked = {
    channel: 1,
    text: "id 100",
    direction: "received",
    type: "fd",
  } as const;
  const words = Object.entries(addressOfHistory(asked)).map(([key, value]) => [key, String(value)]);
  const page = readAddress({ id: "d", tab: "data", sub: "history", at: 1_600_000_000_000 });
  const again = readAddress(writeAddress({ ...page, search: Object.fromEntries(words) }));
  expect(historySearchOf(again.search)).toEqual(asked);
  expect(again.cursorMs).toBe(1_600_000_000_000);
});

it("filter, view and open send pane stay when the tab changes, a curve's own words do not [DEV-13]", () => {
  const search = { q: "id 100", ch: "1", view: "all", send: "1", panels: "x" };
  expect(stayingWords(search)).toEqual({ q: "id 100", ch: "1", view: "all", send: "1" });
});
