import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readShift, shiftText } from "./shift-text.ts";

describe("a shift", () => {
  it("is written with its days and read as it was written", () => {
    expect(shiftText(20_407 * 86_400_000 + 11_564_120)).toBe("+20407 d 03:12:44.120");
    expect(shiftText(-90_000)).toBe("−00:01:30.000");
    expect(shiftText(0)).toBe("+00:00:00.000");
    fc.assert(
      fc.property(fc.integer({ min: -4e12, max: 4e12 }), (shiftMs) => {
        expect(readShift(shiftText(shiftMs))).toBe(shiftMs);
      }),
    );
  });

  it("may be typed shorter", () => {
    expect(readShift(" 10 d ")).toBe(864_000_000);
    expect(readShift("-10d")).toBe(-864_000_000);
    expect(readShift("+1 08:30")).toBe(117_000_000);
    expect(readShift("8:30:00.5")).toBe(30_600_500);
  });

  it("is told from what is none", () => {
    for (const text of ["", "+", "abc", "1:2", "10 d 25", "1:60", "1:00:00.1234", "10 d 1:00 x"])
      expect(readShift(text), text).toBeUndefined();
  });
});
