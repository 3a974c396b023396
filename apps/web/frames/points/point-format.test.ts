import { expect, it } from "vitest";
import { formatByPattern, formatValue, PLAIN } from "./point-format.ts";

const AT = Date.UTC(2026, 10, 15, 8, 31, 2, 45);
const format = (value: Parameters<typeof formatValue>[0], more: Partial<typeof PLAIN> = {}) =>
  formatValue(value, { ...PLAIN, ...more }, "UTC");

it.each([
  [12.5, {}, "12.5"],
  [-0.1, {}, "−0.1"],
  [0, {}, "0"],
  [1234567, {}, "1234567"],
  [12.3456, { accuracy: 2 }, "12.35"],
  [12, { accuracy: 0 }, "12"],
  [1234.5, { accuracy: 15 }, "1,234.500000000000000"],
  [255, { display_format: "hex" as const }, "0xFF"],
  [-255, { display_format: "hex" as const }, "−0xFF"],
  [1.5, { display_format: "hex" as const }, "1.5"],
  [AT, { time_format: "YYYY-MM-DD HH:mm:ss" }, "2026-11-15 08:31:02"],
  [true, { accuracy: 2 }, "true"],
  ["<script>alert(1)</script>", { display_format: "hex" as const }, "<script>alert(1)</script>"],
  [[1, 255], { display_format: "hex" as const }, "[0x1, 0xFF]"],
  [[], {}, "[]"],
  [undefined, {}, "—"],
] as const)("%j shown as %j is %s [DEV-04]", (value, more, expected) => {
  expect(format(value as Parameters<typeof formatValue>[0], more)).toBe(expected);
});

it("a long array shows its beginning and counts the rest [DEV-04]", () => {
  expect(format(Array.from({ length: 20 }, (_, i) => i))).toMatch(/^\[0, 1, .*15, … \+4\]$/);
});

it("a time has the zone of who looks, and what is no time stays a number [DEV-04]", () => {
  expect(formatByPattern(AT, "HH:mm:ss.SSS", "Asia/Shanghai")).toBe("16:31:02.045");
  expect(formatByPattern(9e15, "HH:mm", "UTC")).toBe("9000000000000000");
  expect(formatByPattern(AT, "no time", "UTC")).toBe("no time");
});
