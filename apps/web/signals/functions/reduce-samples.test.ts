import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gapsIn, type Samples } from "../samples/samples.ts";
import { reduceSamples } from "./reduce-samples.ts";

/** Samples with random steps, some at the same time. */
const someSamples = fc
  .array(fc.tuple(fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 5000 })), fc.integer()), {
    minLength: 1,
    maxLength: 600,
  })
  .map((steps): Samples => {
    let at = 1_700_000_000_000_000;
    const times = Float64Array.from(steps, ([step]) => {
      at += step;
      return at;
    });
    return { times, values: Float64Array.from(steps, ([, value]) => value), length: steps.length, pixelUs: null };
  });

const asked = fc.record({
  all: someSamples,
  from: fc.integer({ min: -100, max: 100_000 }),
  length: fc.integer({ min: 1, max: 1_000_000 }),
  pixels: fc.integer({ min: 1, max: 200 }),
});

const inRange = ({ times, values }: Samples, fromUs: number, toUs: number) =>
  [...times].flatMap((at, i) => (at >= fromUs && at <= toUs ? [{ at, value: values[i] as number }] : []));

describe("samples reduced to the pixels of a picture", () => {
  it("lose no peak of any column, and hold nothing that was not on the bus", () => {
    fc.assert(
      fc.property(asked, ({ all, from, length, pixels }) => {
        const span = { fromUs: (all.times[0] as number) + from, toUs: (all.times[0] as number) + from + length };
        const wanted = inRange(all, span.fromUs, span.toUs);
        const { samples, count } = reduceSamples(all, span, pixels);
        const kept = inRange(samples, span.fromUs, span.toUs);
        expect(count).toBe(wanted.length);
        expect(kept).toHaveLength(samples.length);
        if (samples.pixelUs === null) {
          expect(kept).toEqual(wanted);
          return;
        }
        expect(samples.length).toBeLessThanOrEqual(4 * (pixels + 2));
        const columnOf = ({ at }: { at: number }) => Math.floor(at / (samples.pixelUs ?? 1));
        const columns = Map.groupBy(wanted, columnOf);
        const drawn = Map.groupBy(kept, columnOf);
        expect([...drawn.keys()]).toEqual([...columns.keys()]);
        for (const [column, some] of columns) {
          const points = drawn.get(column) ?? [];
          const values = (of: typeof some) => of.map(({ value }) => value);
          expect(Math.max(...values(points))).toBe(Math.max(...values(some)));
          expect(Math.min(...values(points))).toBe(Math.min(...values(some)));
          expect([points[0], points.at(-1)]).toEqual([some[0], some.at(-1)]);
          for (const point of points) expect(some).toContainEqual(point);
        }
      }),
    );
  });

  it("keep every gap that is wider than a column as it was", () => {
    fc.assert(
      fc.property(asked, ({ all, from, length, pixels }) => {
        const span = { fromUs: (all.times[0] as number) + from, toUs: (all.times[0] as number) + from + length };
        const { samples } = reduceSamples(all, span, pixels);
        const raw = reduceSamples(all, span, all.length).samples;
        const limit = Math.max(1000, samples.pixelUs ?? 0);
        expect(gapsIn(samples, span, limit)).toEqual(gapsIn(raw, span, limit));
      }),
    );
  });
});
