import { expect, it } from "vitest";
import { allOf, visibleOf, withAll } from "./row-selection.ts";

it("the tick above the rows shows none, some or all of this page", () => {
  expect(allOf([], new Set())).toBe(false);
  expect(allOf(["a", "b"], new Set(["z"]))).toBe(false);
  expect(allOf(["a", "b"], new Set(["a"]))).toBe("some");
  expect(allOf(["a", "b"], new Set(["a", "b", "z"]))).toBe(true);
});

it("ticking a page leaves the ticks of other pages alone", () => {
  expect(withAll(new Set(["z"]), ["a", "b"], true)).toEqual(new Set(["z", "a", "b"]));
  expect(withAll(new Set(["z", "a", "b"]), ["a", "b"], false)).toEqual(new Set(["z"]));
});

it("holds visible rows only: what another page or filter hides is no longer ticked [NAV-14]", () => {
  const chosen = new Set(["a", "b"]);
  expect(visibleOf(chosen, ["b", "a", "c"])).toBe(chosen);
  expect([...visibleOf(chosen, ["b", "c"])]).toEqual(["b"]);
  expect(visibleOf(chosen, []).size).toBe(0);
});
