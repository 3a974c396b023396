import { expect, it } from "vitest";
import { RowList } from "./row-list.ts";

it("rows keep their places while the oldest fall out", () => {
  const list = new RowList(4);
  for (const number of [10, 20, 30, 40, 50]) list.append(number);
  expect([list.first, list.end]).toEqual([1, 5]);
  expect(list.number(1)).toBe(20);
  expect(list.number(4)).toBe(50);
  list.dropBefore(40);
  expect([list.first, list.end]).toEqual([3, 5]);
});

it("a copy stays as it was", () => {
  const list = new RowList(3);
  for (const number of [1, 2, 3]) list.append(number);
  const copy = list.copy();
  for (const number of [4, 5]) list.append(number);
  expect([copy.first, copy.end, copy.number(0)]).toEqual([0, 3, 1]);
  expect([list.first, list.end, list.number(4)]).toEqual([2, 5, 5]);
});
