import { array, assert, bigInt, constantFrom, integer, property, tuple, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { type NativeColumn, nativeBlock } from "./native-block.ts";
import { NativeStrings } from "./native-strings.ts";

const hex = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString("hex");

/** The format read back, slowly and by its own description. */
function readBlock(bytes: Uint8Array): { name: string; type: string; values: unknown[] }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const skip = (bytes: number) => {
    at += bytes;
    return at - bytes;
  };
  const varint = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = view.getUint8(skip(1));
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const string = () => {
    const length = varint();
    const start = skip(length);
    return bytes.slice(start, start + length);
  };
  const read: Record<string, () => unknown> = {
    UInt8: () => view.getUint8(skip(1)),
    UInt16: () => view.getUint16(skip(2), true),
    UInt32: () => view.getUint32(skip(4), true),
    UInt64: () => view.getBigUint64(skip(8), true),
    Int64: () => view.getBigInt64(skip(8), true),
    Float64: () => view.getFloat64(skip(8), true),
    String: () => Buffer.from(string()).toString("hex"),
  };
  const columns = varint();
  const rows = varint();
  const block = Array.from({ length: columns }, () => {
    const name = Buffer.from(string()).toString();
    const type = Buffer.from(string()).toString();
    return { name, type, values: Array.from({ length: rows }, () => read[type]?.()) };
  });
  expect(at).toBe(bytes.length);
  return block;
}

describe("Native block", () => {
  it("is written as the format says", () => {
    const columns: NativeColumn[] = [
      { name: "a", type: "UInt16", values: Uint16Array.of(1, 0x0a0a) },
      { name: "b", type: "String", values: [Buffer.from("x"), Buffer.from("\n\n")] },
    ];
    expect(hex(nativeBlock(columns, 2))).toBe(
      ["0202", "0161", "0655496e743136", "01000a0a", "0162", "06537472696e67", "0178", "020a0a"].join(""),
    );
  });

  it("writes the first rows of longer arrays", () => {
    const values = Uint8Array.of(1, 2, 3).subarray(1);
    expect(hex(nativeBlock([{ name: "a", type: "UInt8", values }], 1))).toBe("010101610555496e743802");
  });

  it("refuses a column that is too short", () => {
    expect(() => nativeBlock([{ name: "a", type: "UInt8", values: Uint8Array.of(1) }], 2)).toThrow(RangeError);
  });

  it("is the same with short strings that are kept as bytes", () => {
    assert(
      property(array(uint8Array({ maxLength: 127 })), (texts) => {
        const kept = new NativeStrings();
        kept.append(Buffer.from("gone"), 0, 4);
        kept.clear();
        for (const text of texts) kept.append(text, 0, text.length);
        const block = (values: NativeStrings | Uint8Array[]) =>
          hex(nativeBlock([{ name: "text", type: "String", values }], texts.length));
        expect(block(kept)).toBe(block(texts));
      }),
    );
  });

  it("gives back what went in, for all types and sizes", () => {
    const row = tuple(
      integer({ min: 0, max: 0xffffffff }),
      bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      uint8Array({ maxLength: 300 }),
    );
    assert(
      property(array(row), constantFrom(0, 1), (rows, cut) => {
        const count = Math.max(0, rows.length - cut);
        const columns: NativeColumn[] = [
          { name: "n", type: "UInt32", values: Uint32Array.from(rows, ([n]) => n) },
          { name: "byte", type: "UInt8", values: Uint8Array.from(rows, ([n]) => n & 0xff) },
          { name: "big", type: "UInt64", values: BigUint64Array.from(rows, ([, big]) => big) },
          { name: "signed", type: "Int64", values: BigInt64Array.from(rows, ([, big]) => BigInt.asIntN(64, big)) },
          { name: "real", type: "Float64", values: Float64Array.from(rows, ([n]) => n / 7) },
          { name: "text", type: "String", values: rows.map(([, , text]) => text) },
        ];
        const wanted = columns.map(({ name, type, values }) => ({
          name,
          type,
          values: Array.from<unknown>(values instanceof NativeStrings ? [] : values)
            .slice(0, count)
            .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value)),
        }));
        expect(readBlock(Buffer.concat(nativeBlock(columns, count)))).toEqual(wanted);
      }),
    );
  });
});
