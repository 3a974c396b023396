import { expect, it } from "vitest";
import { bitsText } from "./raw-bits.ts";

it("the bits of a raw value are those of the payload, whatever its type [DBC-04]", () => {
  const integer = { valueType: "integer", length: 12 } as const;
  expect([0, 2047, -1, -2048, 5n, -1n].map((raw) => bitsText(integer, raw))).toEqual([
    "0x0",
    "0x7FF",
    "0xFFF",
    "0x800",
    "0x5",
    "0xFFF",
  ]);
  const float = { valueType: "float", length: 32 } as const;
  expect([-1.5, 1, -0, Number.NaN, -Infinity].map((raw) => bitsText(float, raw))).toEqual([
    "0xBFC00000",
    "0x3F800000",
    "0x80000000",
    "0x7FC00000",
    "0xFF800000",
  ]);
  expect(bitsText({ valueType: "double", length: 64 }, -2.5)).toBe("0xC004000000000000");
});
