import fc from "fast-check";
import { expect, it } from "vitest";
import { decimalPlaces, shownPlaces, withoutNoise } from "./decimal-places.ts";

const integer = (factor: number, offset = 0, length = 16) => ({
  factor,
  offset,
  length,
  valueType: "integer" as const,
});

it("a value is written without the noise of its factor [DBC-06] [DAT-03]", () => {
  expect(withoutNoise(integer(0.1), 6 * 0.1)).toBe(0.6);
  expect(withoutNoise(integer(0.01, -40), 4123 * 0.01 - 40)).toBe(1.23);
  expect(withoutNoise(integer(0.0078125), 3 * 0.0078125)).toBe(0.0234375);
  expect(withoutNoise(integer(1), 4711)).toBe(4711);
  expect(withoutNoise(integer(1 / 3), 3 * (1 / 3))).toBe(1);
});

it("a value keeps its digits however small its factor is [DBC-06] [DAT-03]", () => {
  // NMEA 2000: positions of 64 bits.
  const latitude = integer(1e-16, 0, 64);
  expect(withoutNoise(latitude, 4.8137123456789e17 * 1e-16)).toBeCloseTo(48.137123456789, 12);
  expect(withoutNoise(integer(1e-13), 1234 * 1e-13)).toBe(1.234e-10);
  expect(withoutNoise(integer(2 ** -31), 7 * 2 ** -31)).toBeCloseTo(7 * 2 ** -31, 24);
  expect(withoutNoise(integer(1e-120), 3e-120)).toBe(3e-120);
});

it("without its noise a value is the same but for the last digits of a double", () => {
  const scale = fc.double({ min: -1e30, max: 1e30, noNaN: true });
  fc.assert(
    fc.property(scale, scale, fc.maxSafeInteger(), (factor, offset, raw) => {
      const value = raw * factor + offset;
      const difference = Math.abs(withoutNoise(integer(factor, offset), value) - value);
      expect(difference).toBeLessThanOrEqual(1e-14 * (Math.abs(raw * factor) + Math.abs(offset)));
    }),
    { numRuns: 2000 },
  );
});

it("a single float is written as shortly as it is the same again, a double as it is", () => {
  expect(withoutNoise({ factor: 1, offset: 0, valueType: "float" }, Math.fround(0.1))).toBe(0.1);
  expect(withoutNoise({ factor: 1, offset: 0, valueType: "float" }, Math.fround(123.456))).toBe(123.456);
  expect(withoutNoise({ factor: 1, offset: 0, valueType: "double" }, 0.1 + 0.2)).toBe(0.1 + 0.2);
});

it("figures have the places of the signal", () => {
  expect(decimalPlaces(integer(0.01, -40))).toBe(2);
  expect(decimalPlaces(integer(1, 0.5))).toBe(1);
  expect(decimalPlaces(integer(2))).toBe(0);
});

it("two steps of a signal are never shown alike, and a long factor is not written out", () => {
  expect(shownPlaces(integer(0.01, -40))).toBe(2);
  expect(shownPlaces(integer(1e-7, -90))).toBe(7);
  expect(shownPlaces(integer(1 / 256))).toBe(4);
  expect(shownPlaces(integer(1 / 3))).toBe(4);
  expect(shownPlaces(integer(0.0000125))).toBe(5);
  expect(shownPlaces(integer(1e-16, 0, 64))).toBe(11);
  expect(shownPlaces(integer(1e-13))).toBe(13);
  expect(shownPlaces(integer(1e-120))).toBe(20);
});
