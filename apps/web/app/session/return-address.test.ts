import { expect, it } from "vitest";
import { HOME, safeReturn } from "./return-address.ts";

const ORIGIN = "https://canopy.example";

it.each([
  ["/Container/DBCManager?page=2#x", "/Container/DBCManager?page=2#x"],
  [`${ORIGIN}/Container/ECUManager`, "/Container/ECUManager"],
])("%s leads back to %s [NAV-02]", (asked, led) => {
  expect(safeReturn(asked, ORIGIN)).toBe(led);
});

it.each([
  undefined,
  "",
  42,
  "https://evil.example/Container",
  "//evil.example",
  "/\\evil.example",
  "javascript:alert(1)",
  "/Login?redirect=/Login",
  "http://[",
])("%s leads to the home page, never to a foreign site or in a circle [NAV-02]", (asked) => {
  expect(safeReturn(asked, ORIGIN)).toBe(HOME);
});
