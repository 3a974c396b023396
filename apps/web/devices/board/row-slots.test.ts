import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignSlots, type Slots } from "./row-slots.ts";

describe("the elements of a virtual list", () => {
  it("go from rows that left to rows that come and stay where they stand; who stays keeps its own", () => {
    const first = assignSlots(new Map(), ["a", "b", "c"]);
    expect([...first]).toEqual([
      ["a", 0],
      ["b", 1],
      ["c", 2],
    ]);
    expect([...assignSlots(first, ["b", "c", "d", "e"])]).toEqual([
      ["d", 0],
      ["b", 1],
      ["c", 2],
      ["e", 3],
    ]);
    expect([...assignSlots(first, ["c"])]).toEqual([["c", 2]]);
  });

  it("are never shared, and never taken from who stays", () => {
    const window = fc.uniqueArray(fc.constantFrom(..."abcdefghij"));
    fc.assert(
      fc.property(fc.array(window), (windows) => {
        let slots: Slots = new Map();
        for (const keys of windows) {
          const next = assignSlots(slots, keys);
          expect(new Set(next.values()).size).toBe(keys.length);
          for (const key of keys) if (slots.has(key)) expect(next.get(key)).toBe(slots.get(key));
          slots = next;
        }
      }),
    );
  });
});
