import { constants, deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inflateZlib } from "./inflate.ts";

/** Repetitions near and far, as logs have them. */
const content = fc
  .array(fc.tuple(fc.uint8Array({ maxLength: 60 }), fc.nat({ max: 40 })), { maxLength: 40 })
  .map((parts) =>
    Uint8Array.from(
      parts.flatMap(([bytes, times]) =>
        Array(times)
          .fill([...bytes])
          .flat(),
      ),
    ),
  );

describe("inflate", () => {
  it("gives back what zlib deflated, at every level and strategy", () => {
    fc.assert(
      fc.property(content, fc.integer({ min: 0, max: 9 }), fc.boolean(), (bytes, level, isFixed) => {
        const packed = deflateSync(bytes, {
          level,
          strategy: isFixed ? constants.Z_FIXED : constants.Z_DEFAULT_STRATEGY,
        });
        expect(Buffer.from(inflateZlib(packed, bytes.length)).equals(bytes)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("gives what there is of a stream that was cut, and refuses more than was promised", () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, i) => (i * i) >> 3);
    const packed = deflateSync(bytes);
    const cut = inflateZlib(packed.subarray(0, packed.length >> 1), bytes.length);
    expect(cut.length).toBeLessThan(bytes.length);
    expect(Buffer.from(cut).equals(bytes.subarray(0, cut.length))).toBe(true);
    expect(() => inflateZlib(packed, bytes.length - 1)).toThrow("promised");
  });

  it("throws or ends on anything else, and never hangs", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const data = Uint8Array.of(0x78, 0x9c, ...bytes);
        try {
          expect(inflateZlib(data, 1000).length).toBeLessThanOrEqual(1000);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
      { numRuns: 2000 },
    );
    expect(() => inflateZlib(Uint8Array.of(1, 2, 3), 10)).toThrow("not zlib");
  });
});
