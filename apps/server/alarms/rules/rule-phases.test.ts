import { expect, it } from "vitest";
import { phaseOf } from "./rule-phases.ts";

const rule = { rule_id: "a", version: 2, enabled: true, active: 0 };
const state = (text: string | null, more: object = {}) => ({ ruleId: "a", ruleVersion: 2, state: text, ...more });

it("the phase of a rule on a device is the highest of its channels [TRG-03]", () => {
  expect(phaseOf(rule, [])).toBe("normal");
  expect(phaseOf(rule, [state("normal"), state("pending")])).toBe("pending");
  expect(phaseOf(rule, [state("recovering"), state("pending")])).toBe("recovering");
  expect(phaseOf(rule, [state("active"), state("recovering")])).toBe("active");
});

it("states of other rules and of other versions say nothing [TRG-03]", () => {
  expect(phaseOf(rule, [state("active", { ruleVersion: 1 }), state("active", { ruleId: "b" })])).toBe("normal");
  expect(phaseOf({ ...rule, enabled: false }, [state("pending")])).toBe("normal");
});

it("a rule on fences is active as long as its event is [GPS-03]", () => {
  expect(phaseOf({ ...rule, active: 1 }, [state(null)])).toBe("active");
  expect(phaseOf(rule, [state(null)])).toBe("normal");
});
