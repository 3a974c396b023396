import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeBeside } from "./place.ts";

const view = { width: 1000, height: 600 };
const float = { width: 200, height: 100 };

describe("a float", () => {
  it("stands below its anchor, edges in line", () => {
    const anchor = { left: 300, top: 50, width: 80, height: 28 };
    expect(placeBeside(anchor, float, view, { side: "below", align: "start" })).toEqual({ left: 300, top: 84 });
    expect(placeBeside(anchor, float, view, { side: "below", align: "end" })).toEqual({ left: 180, top: 84 });
  });

  it("turns over where there is no room", () => {
    const low = { left: 300, top: 560, width: 80, height: 28 };
    expect(placeBeside(low, float, view, { side: "below", align: "start" }).top).toBe(454);
    const high = { left: 300, top: 4, width: 80, height: 28 };
    expect(placeBeside(high, float, view, { side: "above", align: "start" }).top).toBe(38);
  });

  it("never leaves the window", () => {
    const boxes = fc.record({
      left: fc.integer({ min: -50, max: 1050 }),
      top: fc.integer({ min: -50, max: 650 }),
      width: fc.integer({ min: 0, max: 400 }),
      height: fc.integer({ min: 0, max: 400 }),
    });
    const placements = fc.record({
      side: fc.constantFrom("above" as const, "below" as const),
      align: fc.constantFrom("start" as const, "center" as const, "end" as const),
    });
    fc.assert(
      fc.property(boxes, placements, (anchor, placement) => {
        const { left, top } = placeBeside(anchor, float, view, placement);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(left + float.width).toBeLessThanOrEqual(view.width);
        expect(top + float.height).toBeLessThanOrEqual(view.height);
      }),
    );
  });
});
