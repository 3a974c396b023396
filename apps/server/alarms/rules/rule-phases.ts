import { RULE_PHASES, type RulePhase } from "@canopy/contract/alarms/rules";
import type { RuleStateOfBinding } from "../../frames/store/rule-states.ts";
import type { FoundRule } from "./rule-list-store.ts";

/** TRG-03: the phase of a rule on a device: the highest of its channels, by states of its version as it is now. */
export function phaseOf(
  { rule_id, version, enabled, active }: Pick<FoundRule, "rule_id" | "version" | "enabled" | "active">,
  states: readonly RuleStateOfBinding[],
): RulePhase {
  if (!enabled) return "normal";
  const own = states.filter(({ ruleId, ruleVersion }) => ruleId === rule_id && ruleVersion === version);
  const known = own.flatMap(({ state }) => RULE_PHASES.find((one) => one === state) ?? []);
  const highest = RULE_PHASES.findLast((one) => known.includes(one));
  // Machines of fences have no phase, and an event may be there a moment before or after the state.
  if (highest === undefined) return active > 0 ? "active" : "normal";
  return highest;
}
