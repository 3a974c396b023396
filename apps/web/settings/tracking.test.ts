import { expect, it } from "vitest";
import { isWhole } from "./tracking.ts";

it("an event needs platform, module and action [NAV-13]", () => {
  const whole = { platform: "candtu", module: "accounts", action: "login" };
  expect(isWhole(whole)).toBe(true);
  for (const field of ["platform", "module", "action"]) expect(isWhole({ ...whole, [field]: "" })).toBe(false);
});
