import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { M4, widenPixels } from "../../reading/curve-pixels.ts";
import { MINUTE_US, SECOND_US, type TimeWindow } from "../time-window.ts";
import { readKept, unitColumns, writeKept } from "./kept-body.ts";

/** The beginning of a day: where kept bodies count from. */
const DAY_US = Date.UTC(2026, 10, 14) * 1000;

const samples = fc
  .array(
    fc.record({
      stepUs: fc.oneof(fc.nat(SECOND_US), fc.nat(3 * MINUTE_US)),
      value: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
    }),
    { maxLength: 120 },
  )
  .map((steps) => {
    let timeUs = DAY_US;
    return steps.map(({ stepUs, value }) => {
      timeUs += stepUs;
      return { timeUs, value };
    });
  });

function drawn(
  list: readonly { timeUs: number; value: number }[],
  originUs: number,
  pixelUs: number,
  part?: TimeWindow,
) {
  const m4 = new M4({ originUs, pixelUs });
  for (const { timeUs, value } of list)
    if (part === undefined || (timeUs >= part.fromUs && timeUs < part.toUs)) m4.add(timeUs, value);
  return m4.pixels;
}

/** As `keepFile` writes them. */
function bodyOf(list: readonly { timeUs: number; value: number }[], unitUs: number): Uint8Array {
  const seconds = drawn(list, DAY_US, SECOND_US);
  const pixels = unitUs === SECOND_US ? seconds : widenPixels(seconds, MINUTE_US / SECOND_US);
  return writeKept(unitColumns(pixels), DAY_US, unitUs);
}

describe("kept values", () => {
  it("draw the same pixels as the samples, on every grid of whole units and every window of it [DBC-09]", () => {
    const grids = fc.record({
      unitUs: fc.constantFrom(SECOND_US, MINUTE_US),
      width: fc.integer({ min: 1, max: 90 }),
      before: fc.nat(500),
      from: fc.nat(200),
      length: fc.integer({ min: 1, max: 600 }),
    });
    fc.assert(
      fc.property(samples, grids, (list, { unitUs, width, before, from, length }) => {
        const originUs = DAY_US - before * unitUs;
        const window = { fromUs: DAY_US + from * unitUs, toUs: DAY_US + (from + length) * unitUs };
        const joined = readKept(bodyOf(list, unitUs), unitUs)?.join({ originUs, pixelUs: width * unitUs, ...window });
        expect(joined?.list()).toEqual(drawn(list, originUs, width * unitUs, window));
      }),
      { numRuns: 500 },
    );
  });

  it("a flipped bit anywhere is found", () => {
    fc.assert(
      fc.property(samples, fc.nat(), fc.nat(7), (list, at, bit) => {
        const bytes = bodyOf(list, SECOND_US);
        bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ (1 << bit);
        expect(readKept(bytes, SECOND_US)).toBeUndefined();
      }),
    );
  });
});
