import { constants, createInflateRaw, createZstdCompress, deflateRawSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SyncCodec } from "./sync-codec.ts";

const inflating = () => new SyncCodec({ open: () => createInflateRaw(), flush: constants.Z_FINISH, mustReset: true });
const packing = () =>
  new SyncCodec({ open: () => createZstdCompress(), flush: constants.ZSTD_e_end, mustReset: false });

describe("a codec that is kept", () => {
  it("inflates what was deflated, one after the other, also behind damage and want of room", () => {
    const codec = inflating();
    const output = new Uint8Array(2000);
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 1500 }),
        fc.constantFrom("whole", "cut", "damaged", "narrow"),
        (raw, how) => {
          const body = deflateRawSync(raw);
          if (how === "cut") expect(codec.write(body.subarray(0, body.length - 1), output, 7)).toBeUndefined();
          else if (how === "damaged") expect(codec.write(Uint8Array.of(7, ...body), output, 7)).toBeUndefined();
          else if (how === "narrow") expect(codec.write(body, output.subarray(0, raw.length), 0)).toBeUndefined();
          else expect(codec.write(body, output, 7)).toBe(raw.length);
          if (how === "whole") expect(Buffer.compare(output.subarray(7, 7 + raw.length), raw)).toBe(0);
        },
      ),
    );
  });

  it("packs each as a frame of its own", () => {
    const codec = packing();
    const output = new Uint8Array(4000);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1500 }), (raw) => {
        const length = codec.write(raw, output, 0) ?? -1;
        expect(Buffer.compare(zstdDecompressSync(output.subarray(0, length)), raw)).toBe(0);
      }),
    );
  });

  it("is none where Node has another one than we know", () => {
    const codec = new SyncCodec({ open: () => ({}), flush: 0, mustReset: true });
    expect(codec.write(new Uint8Array(1), new Uint8Array(10), 0)).toBeUndefined();
  });
});
