import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ALL_IDS,
  complement,
  holds,
  intersection,
  maskSet,
  placeOf,
  rangeSet,
  rangesOf,
  setOf,
  union,
} from "./id-ranges.ts";

const interval = fc
  .tuple(fc.nat(0x1fffffff), fc.nat(0x4000))
  .map(([from, length]) => [from, Math.min(from + length, 0x1fffffff)] as const);
const set = fc.array(interval, { maxLength: 8 }).map(setOf);
const place = fc.nat(0x1fffffff + 0x800);

describe("sets of identifiers", () => {
  it("behave like sets for every identifier", () => {
    fc.assert(
      fc.property(set, set, place, (a, b, at) => {
        expect(holds(union(a, b), at)).toBe(holds(a, at) || holds(b, at));
        expect(holds(intersection(a, b), at)).toBe(holds(a, at) && holds(b, at));
        expect(holds(complement(a), at)).toBe(!holds(a, at));
        expect(complement(complement(a))).toEqual(a);
      }),
    );
  });

  it("go to the server as ranges that hold the same identifiers", () => {
    fc.assert(
      fc.property(set, fc.nat(0x1fffffff), fc.boolean(), (ids, id, extended) => {
        if (!extended && id > 0x7ff) return;
        const inRanges = rangesOf(ids).some((r) => r.extended === extended && id >= r.from && id <= r.to);
        expect(inRanges).toBe(holds(ids, placeOf(id, extended)));
      }),
    );
  });

  it("a mask holds exactly the identifiers that agree in its bits [DAT-01]", () => {
    fc.assert(
      fc.property(fc.nat(0x7ff), fc.nat(0x7ff), fc.nat(0x7ff), (value, mask, id) => {
        const ids = maskSet(value, mask, false);
        if (ids) expect(holds(ids, placeOf(id, false))).toBe((id & mask) === (value & mask));
      }),
    );
    expect(rangesOf(maskSet(0x18fef100, 0x03ffff00, true) ?? [])).toHaveLength(8);
    expect(maskSet(0, 0x1, true)).toBeUndefined();
  });

  it("an identifier without a format is meant in both", () => {
    expect(rangesOf(rangeSet(0x100, 0x1ff))).toEqual([
      { from: 0x100, to: 0x1ff, extended: false },
      { from: 0x100, to: 0x1ff, extended: true },
    ]);
    expect(rangesOf(rangeSet(0x800, 0x900))).toEqual([{ from: 0x800, to: 0x900, extended: true }]);
    expect(rangesOf(ALL_IDS)).toHaveLength(2);
  });
});
