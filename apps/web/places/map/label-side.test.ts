import fc from "fast-check";
import { expect, it } from "vitest";
import { labelSide } from "./label-side.ts";

it("a name that would be cut at the right edge stands before its mark [GPS-04]", () => {
  expect(labelSide({ x: 100, width: 390, labelPx: 80 })).toEqual({ side: "behind", roomPx: 216 });
  expect(labelSide({ x: 350, width: 390, labelPx: 80 })).toEqual({ side: "before", roomPx: 330 });
  expect(labelSide({ x: 100, width: 390, labelPx: 300 }), "more room than before").toEqual({
    side: "behind",
    roomPx: 216,
  });
});

it("a name in its room never reaches over an edge [GPS-04]", () => {
  const size = fc.integer({ min: 0, max: 2000 });
  fc.assert(
    fc.property(size, fc.integer({ min: 40, max: 2000 }), size, (x, width, labelPx) => {
      const { side, roomPx } = labelSide({ x, width, labelPx });
      const shownPx = Math.min(labelPx, roomPx);
      if (side === "before") expect(x - 20 - shownPx).toBeGreaterThanOrEqual(0);
      else if (x <= width - 20) expect(x + 20 + shownPx).toBeLessThanOrEqual(width);
    }),
  );
});
