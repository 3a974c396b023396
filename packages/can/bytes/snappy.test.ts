import { expect, it } from "vitest";
import { unpackSnappy } from "./snappy.ts";

const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);

it("literals and copies, also of bytes that the copy makes itself", () => {
  // By hand: size 10, the literal "ab", a copy of 8 bytes from 2 back (kind 1: length - 4, offset).
  expect(unpackSnappy(bytes(10, 0x04, 0x61, 0x62, ((8 - 4) << 2) | 1, 2), 10)).toEqual(
    new TextEncoder().encode("ababababab"),
  );
  // Offsets of two and four bytes.
  expect(unpackSnappy(bytes(4, 0x00, 0x61, (2 << 2) | 2, 1, 0), 4)).toEqual(new TextEncoder().encode("aaaa"));
  expect(unpackSnappy(bytes(4, 0x00, 0x61, (2 << 2) | 3, 1, 0, 0, 0), 4)).toEqual(new TextEncoder().encode("aaaa"));
  // A literal whose length stands in a byte of its own.
  const long = Uint8Array.from({ length: 100 }, (_, i) => i);
  expect(unpackSnappy(bytes(100, 60 << 2, 99, ...long), 100)).toEqual(long);
});

it("damage gives nothing: copies from before the beginning, bytes that are missing, another size", () => {
  expect(unpackSnappy(bytes(4, 0x00, 0x61, (2 << 2) | 2, 2, 0), 4)).toBeUndefined();
  expect(unpackSnappy(bytes(4, 0x00, 0x61, (2 << 2) | 2, 0, 0), 4)).toBeUndefined();
  expect(unpackSnappy(bytes(4, 0x0c, 0x61), 4)).toBeUndefined();
  expect(unpackSnappy(bytes(2, 0x00, 0x61), 2)).toBeUndefined();
});
