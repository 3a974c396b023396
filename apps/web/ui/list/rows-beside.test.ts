import { expect, it } from "vitest";
import { rowsBeside } from "./rows-beside.ts";

it("a drawer steps to the rows beside its own, and stops at the ends", () => {
  const rows = ["a", "b", "c"];
  const keyOf = (row: string) => row;
  expect(rowsBeside(rows, keyOf, "a")).toEqual([undefined, "b"]);
  expect(rowsBeside(rows, keyOf, "b")).toEqual(["a", "c"]);
  expect(rowsBeside(rows, keyOf, "c")).toEqual(["b", undefined]);
  expect(rowsBeside(rows, keyOf, "on another page")).toEqual([undefined, undefined]);
});
