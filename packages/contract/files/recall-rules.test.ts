import { expect, it } from "vitest";
import { isTooLargeFor } from "./recall-rules.ts";
import { OLD_FIRMWARE_BYTES } from "./recalls.ts";

it.each([
  ["4.16.99", true],
  ["4.9.10", true],
  ["v3.20", true],
  ["4.17.00", false],
  ["4.17", false],
  ["V4.17.02-b3", false],
  ["10.0", false],
  ["unknown", false],
  [null, false],
])("a file over 60 MB is too large for firmware %s: %s [FIL-02]", (version, isRefused) => {
  expect(isTooLargeFor(version, OLD_FIRMWARE_BYTES + 1)).toBe(isRefused);
  expect(isTooLargeFor(version, OLD_FIRMWARE_BYTES)).toBe(false);
});
