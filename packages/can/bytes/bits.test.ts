import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layouts } from "../testing/dbc-arbitrary.ts";
import { type BitField, bytesNeeded, extractBits, insertBits } from "./bits.ts";

/** Bit by bit, as the standard describes it: the oracle of the byte-wise code. */
function walk(field: BitField): number[] {
  const bits: number[] = [];
  let bit = field.startBit;
  for (let k = 0; k < field.length; k++) {
    bits.push(bit);
    if (field.byteOrder === "intel") bit++;
    else bit = (bit & 7) === 0 ? bit + 15 : bit - 1;
  }
  return field.byteOrder === "intel" ? bits : bits.reverse();
}

const cases = fc.record({
  field: layouts(64),
  bytes: fc.uint8Array({ minLength: 64, maxLength: 64 }),
  raw: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
});

describe("bit fields", () => {
  it("extract reads exactly the bits of the layout", () => {
    fc.assert(
      fc.property(cases, ({ field, bytes }) => {
        const wanted = walk(field).reduce(
          (value, bit, k) => value | (BigInt(((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) << BigInt(k)),
          0n,
        );
        expect(extractBits(bytes, field)).toBe(wanted);
      }),
      { numRuns: 1000 },
    );
  });

  it("insert then extract gives the value, and no other bit has moved", () => {
    fc.assert(
      fc.property(cases, ({ field, bytes, raw }) => {
        const value = BigInt.asUintN(field.length, raw);
        const written = Uint8Array.from(bytes);
        insertBits(written, field, raw);
        expect(extractBits(written, field)).toBe(value);
        insertBits(written, field, extractBits(bytes, field));
        expect(written).toEqual(bytes);
      }),
      { numRuns: 1000 },
    );
  });

  it("a number is inserted as the same bigint is, signed or not", () => {
    fc.assert(
      fc.property(cases, ({ field, bytes, raw }) => {
        for (const exact of [BigInt.asIntN(32, raw), BigInt.asUintN(32, raw), BigInt.asIntN(53, raw)]) {
          const [written, wanted] = [Uint8Array.from(bytes), Uint8Array.from(bytes)];
          insertBits(written, field, Number(exact));
          insertBits(wanted, field, exact);
          expect(written).toEqual(wanted);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("the bytes needed are those up to the field's last bit", () => {
    fc.assert(
      fc.property(layouts(64), (field) => {
        expect(bytesNeeded(field)).toBe(Math.max(...walk(field).map((bit) => bit >> 3)) + 1);
      }),
    );
  });
});
