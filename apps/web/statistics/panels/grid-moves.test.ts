import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Box, boxByKey, placed, placeFor } from "./grid-moves.ts";

const box = fc.record({
  x: fc.integer({ min: 0, max: 8 }),
  y: fc.integer({ min: 0, max: 20 }),
  w: fc.integer({ min: 1, max: 4 }),
  h: fc.integer({ min: 1, max: 4 }),
});
const overlaps = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
const pairs = <T>(all: readonly T[]) => all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b] as const));

describe("widgets on the grid [STA-05]", () => {
  it("never lie over each other, wherever one is moved", () => {
    fc.assert(
      fc.property(fc.array(box, { minLength: 1, maxLength: 8 }), box, (boxes, to) => {
        const widgets = boxes.map((one, i) => ({ ...one, id: String(i) }));
        const moved = placed(widgets, "0", to);
        expect(moved.map(({ id }) => id)).toEqual(widgets.map(({ id }) => id));
        expect(pairs(moved).filter(([a, b]) => overlaps(a, b))).toEqual([]);
        expect(moved[0]).toMatchObject(to);
      }),
    );
  });

  it("stay within the grid, and a new one finds a free place", () => {
    const [one] = placed([{ id: "a", x: 0, y: 0, w: 3, h: 2 }], "a", { x: 11, y: -4, w: 3, h: 2 });
    expect(one).toMatchObject({ x: 9, y: 0 });
    expect(placeFor("value", [{ x: 0, y: 0, w: 11, h: 2 }])).toMatchObject({ x: 0, y: 2 });
  });

  it("are moved by arrows and sized with Shift", () => {
    const at = { x: 1, y: 1, w: 2, h: 2 };
    expect(boxByKey(at, "ArrowLeft", false)).toEqual({ ...at, x: 0 });
    expect(boxByKey(at, "ArrowDown", true)).toEqual({ ...at, h: 3 });
    expect(boxByKey(at, "a", false)).toBeUndefined();
  });
});
