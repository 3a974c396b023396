import { deflateSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inflateZlib, unpackZstd } from "./unpack.ts";

/** Bytes that repeat now and then, as logs do. */
const content = fc
  .array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 400 })), { maxLength: 20 })
  .map((parts) => Buffer.concat(parts.flatMap(([bytes, times]) => Array.from({ length: times }, () => bytes))));

describe("unpacking in the page", () => {
  it("gives back what zlib and Zstandard have packed", () => {
    fc.assert(
      fc.property(content, fc.integer({ min: 0, max: 9 }), (bytes, level) => {
        expect(Buffer.from(inflateZlib(deflateSync(bytes, { level }), bytes.length))).toEqual(bytes);
        expect(Buffer.from(unpackZstd(zstdCompressSync(bytes), bytes.length))).toEqual(bytes);
      }),
    );
  });

  it("a cut zlib stream gives what came before the cut", () => {
    fc.assert(
      fc.property(content, fc.double({ min: 0, max: 1, noNaN: true }), (bytes, share) => {
        const packed = deflateSync(bytes);
        const cut = packed.subarray(0, Math.max(6, Math.floor(packed.length * share)));
        const found = Buffer.from(inflateZlib(cut, bytes.length));
        expect(found.equals(bytes.subarray(0, found.length))).toBe(true);
      }),
    );
  });

  it("more than was promised is refused, and so is what is not packed so", () => {
    const bytes = Buffer.alloc(5_000_000);
    expect(() => inflateZlib(deflateSync(bytes), 1000)).toThrow();
    expect(() => unpackZstd(zstdCompressSync(bytes), 1000)).toThrow();
    expect(() => inflateZlib(Buffer.from("no zlib at all, whatever it says"), 1000)).toThrow();
    expect(() => unpackZstd(Buffer.from("no Zstandard at all"), 1000)).toThrow();
  });
});
