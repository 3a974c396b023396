import { ruleContent } from "@canopy/contract/alarms/rule-content";
import { describe, expect, it } from "vitest";
import { fenceRuleSearch, filledRule } from "./filled-rule.ts";
import { valuesOf } from "./rule-form.ts";

const FENCE = "00000000-0000-4000-8000-000000000001";
const parsed = (search: Record<string, string>) =>
  ruleContent.parse(valuesOf(undefined, "00000000-0000-4000-8000-000000000002", filledRule(search)));

describe("a rule that its page is opened with", () => {
  it("is on the load of the channel that bus health showed [TRG-01]", () => {
    const rule = parsed({ from: "bus", channel: "1" });
    expect(rule).toMatchObject({ channel: 1, scope: { kind: "device" } });
    expect(rule.conditions).toMatchObject([{ kind: "bus", metric: "load", operator: "gt", value: 80 }]);
    expect(rule.name).toContain("CAN2");
  });

  it("is on the fence that was drawn, of all devices [GPS-03]", () => {
    const rule = parsed(fenceRuleSearch({ fence_id: FENCE, name: "North yard" }, "out"));
    expect(rule.scope).toEqual({ kind: "all" });
    expect(rule.conditions).toEqual([{ kind: "fence", fence_id: FENCE, fence_name: "North yard", operator: "out" }]);
    expect(rule.name).toContain("North yard");
  });

  it("is empty for an address that says nothing, or nothing that can be", () => {
    expect(filledRule({})).toEqual({});
    expect(filledRule({ from: "bus", channel: "nonsense" })).toEqual({});
    expect(filledRule({ from: "fence" })).toEqual({});
  });
});
