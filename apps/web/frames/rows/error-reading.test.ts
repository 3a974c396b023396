import { expect, it } from "vitest";
import { readError } from "./error-reading.ts";
import { inputValue } from "./input-value.ts";

it("an error frame says state, kinds and counters; bytes of another form say nothing [DAT-01]", () => {
  expect(readError(Uint8Array.of(0xe3, 0x14, 0, 135, 2))).toEqual({
    state: "passive",
    kinds: ["crc", "stuff"],
    counters: { receive: 135, transmit: 2 },
  });
  expect(readError(Uint8Array.of(1, 2, 3))).toEqual({ state: null, kinds: [], counters: null });
  expect(readError(new Uint8Array(5)).counters).toEqual({ receive: 0, transmit: 0 });
});

it("inputs have a value without a DBC [DAT-09]", () => {
  expect(inputValue(48, Uint8Array.of(5))).toBe("0b00000101");
  expect(inputValue(64, new Uint8Array(new Float32Array([12.5]).buffer))).toBe("12.5");
  expect(inputValue(64, Uint8Array.of(1))).toBeUndefined();
  expect(inputValue(0, Uint8Array.of(1))).toBeUndefined();
});
