import fc from "fast-check";
import { expect, it } from "vitest";
import { clickedAt, draggedTo, gripAt, isWhole, movedBy, widened } from "./strip-window.ts";

const SPAN = { fromMs: 0, toMs: 1_000_000 };
const WINDOW = { fromMs: 400_000, toMs: 500_000 };

it("a pointer takes hold of an edge, of the window, or begins a new one [TRG-07]", () => {
  const grips = [390_000, 401_000, 450_000, 509_000, 700_000].map((at) => gripAt(WINDOW, SPAN, at, 10_000));
  expect(grips).toEqual(["from", "from", "all", "to", "new"]);
  expect(gripAt(SPAN, SPAN, 0, 10_000)).toBe("new");
});

it("a window is moved and made narrower within the range [TRG-07]", () => {
  expect(movedBy(WINDOW, -900_000, SPAN)).toEqual({ fromMs: 0, toMs: 100_000 });
  expect(movedBy(WINDOW, 900_000, SPAN)).toEqual({ fromMs: 900_000, toMs: 1_000_000 });
  expect(widened(WINDOW, 0.5, SPAN)).toEqual({ fromMs: 425_000, toMs: 475_000 });
  expect(isWhole(widened(WINDOW, 100, SPAN), SPAN)).toBe(true);
});

it("a click shows a tenth of the range, and later as much as before [TRG-07]", () => {
  expect(clickedAt(SPAN, 300_000, SPAN)).toEqual({ fromMs: 250_000, toMs: 350_000 });
  expect(clickedAt(WINDOW, 10_000, SPAN)).toEqual({ fromMs: 0, toMs: 100_000 });
});

it("a dragged window stays within the range and never turns round [TRG-07]", () => {
  const at = fc.integer({ min: -2_000_000, max: 3_000_000 });
  const grip = fc.constantFrom("from", "to", "all", "new" as const);
  const inside = fc.integer({ min: 0, max: SPAN.toMs });
  fc.assert(
    fc.property(grip, inside, at, (one, startMs, toMs) => {
      const { fromMs, toMs: endMs } = draggedTo({ grip: one, window: WINDOW, startMs }, toMs, SPAN);
      expect(fromMs).toBeGreaterThanOrEqual(SPAN.fromMs);
      expect(endMs).toBeLessThanOrEqual(SPAN.toMs);
      expect(endMs - fromMs).toBeGreaterThanOrEqual(10_000);
    }),
  );
});
