import { ruleContent } from "@canopy/contract/alarms/rule-content";
import { expect, it } from "vitest";
import { READY_KEYS, READY_RULES, readyKeyOf, readyName } from "./ready-rules.ts";

it.each(READY_KEYS)("the ready rule %s is one that the server takes [TRG-01]", (key) => {
  const content = ruleContent.parse({ name: readyName(key), ...READY_RULES[key] });
  expect(content.enabled).toBe(false);
  expect(content.name).not.toContain("alarms.ready");
  expect(readyKeyOf(key)).toBe(key);
});

it("a word of the address that names no ready rule is ignored [TRG-01]", () => {
  expect(readyKeyOf("toString")).toBeUndefined();
  expect(readyKeyOf(undefined)).toBeUndefined();
});
