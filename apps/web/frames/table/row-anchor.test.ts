import fc from "fast-check";
import { expect, it } from "vitest";
import { type AnchoredRows, RowAnchor } from "./row-anchor.ts";

const rows = (first: number, end: number, changes: Partial<AnchoredRows> = {}): AnchoredRows => ({
  first,
  end,
  isAtStart: true,
  isAtEnd: true,
  heightOf: () => 10,
  ...changes,
});

it("moves by pixels and rolls over to the topmost row in sight", () => {
  const anchor = new RowAnchor();
  anchor.moveBy(35);
  anchor.settle(rows(0, 100), 50);
  expect([anchor.index, anchor.top]).toEqual([3, -5]);
});

it("does not leave the list at its ends", () => {
  const anchor = new RowAnchor();
  anchor.moveBy(-500);
  anchor.settle(rows(0, 100), 50);
  expect([anchor.index, anchor.top]).toEqual([0, 0]);
  anchor.moveBy(50_000);
  anchor.settle(rows(0, 100), 55);
  expect([anchor.index, anchor.top]).toEqual([94, -5]);
  anchor.settle(rows(0, 3), 55);
  expect([anchor.index, anchor.top]).toEqual([0, 0]);
});

it("the last row is whole in sight where the view follows it [DAT-01]", () => {
  const anchor = new RowAnchor();
  const list = rows(0, 100);
  anchor.putEnd(list, 55);
  anchor.settle(list, 55);
  expect([anchor.index, anchor.top]).toEqual([94, -5]);
  anchor.putEnd(rows(0, 3), 55);
  anchor.settle(rows(0, 3), 55);
  expect([anchor.index, anchor.top]).toEqual([0, 0]);
});

it("rows that come before or behind do not move it", () => {
  const anchor = new RowAnchor();
  anchor.put(5, -3);
  anchor.settle(rows(0, 10, { isAtStart: false, isAtEnd: false }), 30);
  anchor.settle(rows(-200, 300, { isAtStart: false, isAtEnd: false }), 30);
  expect([anchor.index, anchor.top]).toEqual([5, -3]);
});

it("leaves half a view open for rows that are on their way, and shows them when they come", () => {
  const anchor = new RowAnchor();
  anchor.moveBy(-500);
  anchor.settle(rows(0, 10, { isAtStart: false }), 50);
  expect([anchor.index, anchor.top]).toEqual([0, 25]);
  anchor.settle(rows(-10, 10, { isAtStart: false }), 50);
  expect([anchor.index, anchor.top]).toEqual([-3, -5]);
});

it("the topmost row is always one of the list and in sight", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.array(fc.integer({ min: -5000, max: 5000 })), (count, moves) => {
      const anchor = new RowAnchor();
      const list = rows(0, count + 1, { heightOf: (i) => 10 + (i % 3) * 7 });
      for (const move of moves) {
        anchor.moveBy(move);
        anchor.settle(list, 90);
        expect(anchor.index).toBeGreaterThanOrEqual(0);
        expect(anchor.index).toBeLessThanOrEqual(count);
        expect(anchor.top).toBeLessThanOrEqual(0);
        expect(anchor.top + list.heightOf(anchor.index)).toBeGreaterThan(0);
      }
    }),
  );
});
