import { expect, it } from "vitest";
import { utcText } from "./utc-text.ts";

it("keeps the microseconds of any time", () => {
  expect(utcText(7)).toBe("1970-01-01T00:00:00.000007Z");
  expect(utcText(1_700_000_000_000_042)).toBe("2023-11-14T22:13:20.000042Z");
});
