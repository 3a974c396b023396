import { expect, it } from "vitest";
import { ClosedNotices } from "./closed-notices.ts";

it("a notice that was closed for now comes back with the next sign-in [NAV-09]", () => {
  const closed = ClosedNotices.read(null).with("s1", "a").with("s1", "b");
  const kept = ClosedNotices.read(closed.text);
  expect([kept.has("s1", "a"), kept.has("s1", "b"), kept.has("s1", "c")]).toEqual([true, true, false]);
  expect(kept.has("s2", "a")).toBe(false);
  const next = kept.with("s2", "c");
  expect([next.has("s1", "a"), next.has("s2", "a"), next.has("s2", "c")]).toEqual([false, false, true]);
});
