import { expect, it, vi } from "vitest";
import { browserForJourneys } from "../e2e/support/find-browser.ts";

it("journeys without a browser skip by hand and fail in CI", () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  expect(browserForJourneys(undefined, false)).toBeUndefined();
  expect(warn).toHaveBeenCalledWith(expect.stringContaining("journeys skipped"));
  expect(() => browserForJourneys(undefined, true)).toThrow("no browser");
  const found = { executable: "/usr/bin/chromium", argumentSets: [], env: {} };
  expect(browserForJourneys(found, true)).toBe(found);
});
