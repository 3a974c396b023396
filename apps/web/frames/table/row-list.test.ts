import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RowList } from "./row-list.ts";

describe("the list of rows", () => {
  it("finds every row by its pixels, of any height, also when old ones have fallen out [DAT-01]", () => {
    const heights = fc.array(fc.constantFrom(28, 48, 90), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), heights, fc.nat(60), (capacity, rows, dropped) => {
        const list = new RowList(capacity);
        rows.forEach((height, number) => {
          list.append(number, height);
        });
        list.dropBefore(Math.min(dropped, rows.length - 1));
        const from = Math.max(rows.length - capacity, Math.min(dropped, rows.length - 1));
        const kept = rows.slice(from);
        expect(list.count).toBe(kept.length);
        expect(list.total).toBe(kept.reduce((sum, height) => sum + height, 0));
        let y = 0;
        kept.forEach((height, i) => {
          expect(list.number(i)).toBe(from + i);
          expect(list.top(i)).toBe(y);
          expect(list.indexAt(y)).toBe(i);
          expect(list.indexAt(y + height - 1)).toBe(i);
          y += height;
        });
        expect(list.origin).toBe(rows.slice(0, from).reduce((sum, height) => sum + height, 0));
      }),
    );
  });
});
