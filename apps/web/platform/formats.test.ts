import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatBytes, formatNumber, formatQuantity, formatReading, formatWhole } from "./formats.ts";

describe("numbers [NAV-12]", () => {
  it.each([
    [1912, "1,912"],
    [-42.6, "−42.6"],
    [0, "0"],
    [-0.0001234, "−0.000123"],
    [0.00099999, "0.001"],
    [0.0123, "0.012"],
    [-5.5e-17, "0"],
    [1234567.891, "1,234,567.891"],
    [null, "—"],
    [undefined, "—"],
    [Number.NaN, "—"],
    [Number.NEGATIVE_INFINITY, "−∞"],
  ])("%s is written %s", (value, written) => {
    expect(formatNumber(value)).toBe(written);
  });

  it("keeps every digit of 64 bits", () => {
    expect(formatWhole(-9223372036854775807n)).toBe("−9,223,372,036,854,775,807");
  });

  it("shows a reading with the places of its signal, and a small float by its figures", () => {
    const values = [12.5, 0, 0.001, 0.000012, -0.0004, 3e-17, Number.NaN];
    const written = ["12.500", "0.000", "0.001", "0.000012", "−0.0004", "0.000", "—"];
    expect(values.map((value) => formatReading(value, 3))).toEqual(written);
  });

  it("keeps the asked digits, so that columns stay in line", () => {
    expect(formatNumber(81, { digits: 1 })).toBe("81.0");
    expect(formatNumber(-0.04, { digits: 1 })).toBe("0.0");
  });

  it("puts a space before the unit, which goes with an unknown value", () => {
    expect(formatQuantity(48, "%")).toBe("48\u00a0%");
    expect(formatQuantity(null, "%")).toBe("—");
  });
});

describe("sizes", () => {
  it.each([
    [0, "0\u00a0B"],
    [1023, "1,023\u00a0B"],
    [1024, "1\u00a0KB"],
    [1024 * 1024 - 1, "1\u00a0MB"],
    [41.25 * 1024 ** 3, "41.3\u00a0GB"],
    [null, "—"],
  ])("%s bytes are written %s", (bytes, written) => {
    expect(formatBytes(bytes)).toBe(written);
  });

  it("never needs more than three figures from KB on", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1024, max: Number.MAX_SAFE_INTEGER }), (bytes) => {
        const figures = formatBytes(bytes).replace(/[^\d]/g, "");
        expect(figures.length).toBeLessThanOrEqual(4);
      }),
    );
  });
});
