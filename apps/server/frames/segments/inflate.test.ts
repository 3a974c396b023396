import { zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inflate, inflatePublicly } from "./inflate.ts";

const bytes = fc.uint8Array({ maxLength: 3000 }).map((part) => Buffer.concat([part, part, part]));

describe("zstd frames of known length", () => {
  it("are inflated one after another, each into memory of its own", () => {
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 60 }), (list) => {
        const inflated = list.map((raw) => inflate(zstdCompressSync(raw), raw.length));
        expect(inflated.map((raw) => raw && Buffer.from(raw))).toEqual(list);
      }),
      { numRuns: 20 },
    );
  });

  it("share memory, which only the decompressor of a stream does: this Node has the one we know", () => {
    const packed = zstdCompressSync(Buffer.alloc(100));
    inflate(packed, 100);
    expect(inflate(packed, 100)?.buffer).toBe(inflate(packed, 100)?.buffer);
  });

  it("are larger than the memory that small ones share", () => {
    const raw = Buffer.alloc(1_000_000, "abcdefg");
    expect(inflate(zstdCompressSync(raw), raw.length)).toEqual(new Uint8Array(raw));
  });

  for (const [name, inflateBy] of Object.entries({ inflate, inflatePublicly }))
    it(`that are damaged, cut off or of another length are told, and the next is read: ${name}`, () => {
      const raw = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i) % 251));
      const packed = zstdCompressSync(raw);
      const damaged = packed.map((byte, i) => (i > 8 && i < 40 ? byte ^ 0x5a : byte));
      expect(inflateBy(damaged, raw.length)).toBeUndefined();
      expect(inflateBy(packed.subarray(0, packed.length - 5), raw.length)).toBeUndefined();
      expect(inflateBy(packed, raw.length - 1)).toBeUndefined();
      expect(inflateBy(packed, raw.length + 1)).toBeUndefined();
      expect(inflateBy(Buffer.from("no zstd at all"), raw.length)).toBeUndefined();
      expect(inflateBy(packed, raw.length)?.every((byte, i) => byte === raw[i])).toBe(true);
    });
});
