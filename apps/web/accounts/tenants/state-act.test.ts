import { expect, it } from "vitest";
import { PLATFORM, stateAct } from "./state-act.ts";

it.each([
  ["active", 0, "close"],
  ["closed", 1, "open"],
  ["review", 0, undefined],
  ["refused", 0, undefined],
  ["active", PLATFORM, undefined],
] as const)("a tenant that is %s, of kind %i, is offered to %s [USR-01] [ACC-17]", (state, tenant_type, act) => {
  expect(stateAct({ state, tenant_type })).toBe(act);
});
