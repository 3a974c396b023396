import fc from "fast-check";
import { expect, it } from "vitest";
import { formatHex, parseHex } from "./hex.ts";
import { VarintReader, writeZigzag } from "./varint.ts";

it("hex is read back as it was written", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.constantFrom("", " "), (bytes, separator) => {
      expect(parseHex(formatHex(bytes, separator))).toEqual({ ok: true, value: bytes });
    }),
  );
});

it("an odd count of digits and foreign characters are told apart", () => {
  expect(parseHex("abc")).toEqual({ ok: false, problem: "oddHexCount" });
  expect(parseHex("0g")).toEqual({ ok: false, problem: "notHex" });
});

it("zigzag varints carry every whole number up to 2^51 in size", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -(2 ** 51), max: 2 ** 51 })), (values) => {
      const bytes = new Uint8Array(values.length * 8);
      let end = 0;
      for (const value of values) end = writeZigzag(bytes, end, value);
      const reader = new VarintReader(bytes.subarray(0, end));
      expect(values.map(() => reader.zigzag() + 0)).toEqual(values.map((value) => value + 0));
      expect([reader.broken, reader.at]).toEqual([false, end]);
    }),
  );
});

it("a varint that ends early or never is broken", () => {
  for (const bytes of [[], [0x80], new Array(20).fill(0xff)]) {
    const reader = new VarintReader(Uint8Array.from(bytes));
    reader.zigzag();
    expect(reader.broken).toBe(true);
  }
});
