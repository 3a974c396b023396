import { expect, it } from "vitest";
import { userMenuFor } from "./user-menu.ts";

const PLAIN = { isManager: false, isSystemManager: false, hasLicence: false, hasBilling: false, hasLowCode: false };
const keys = (facts: Partial<typeof PLAIN>) => userMenuFor({ ...PLAIN, ...facts }).map(({ key }) => key);

it("a sub-user sees neither sub-users nor licence nor the platform's pages [NAV-04]", () => {
  for (const hidden of ["subUsers", "push", "inbox", "firmware", "licence", "console", "lowCode"])
    expect(keys({})).not.toContain(hidden);
  for (const shown of [
    "centre",
    "types",
    "alarmSearch",
    "localLog",
    "lake",
    "outputs",
    "tests",
    "faults",
    "log",
    "config",
    "orders",
    "updates",
    "capacity",
    "signOut",
  ]) {
    expect(keys({})).toContain(shown);
  }
});

it("managers see sub-users, an enabled licence shows, the system manager operates the platform [NAV-04] [USR-01]", () => {
  for (const shown of ["subUsers", "push", "inbox", "firmware"]) expect(keys({ isManager: true })).toContain(shown);
  expect(keys({ hasLicence: true })).toContain("licence");
  expect(keys({ isSystemManager: true })).toContain("console");
});

it("signing out is the last entry, whoever looks [NAV-04]", () => {
  expect(keys({}).at(-1)).toBe("signOut");
  expect(keys({ isSystemManager: true, isManager: true, hasLowCode: true }).at(-1)).toBe("signOut");
});
