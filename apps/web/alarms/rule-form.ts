import type {
  BusCondition,
  BusMetric,
  ComputedSignalCondition,
  FenceCondition,
  FrameCondition,
  SignalCondition,
} from "@canopy/contract/alarms/conditions";
import type { RuleContent, ruleContent } from "@canopy/contract/alarms/rule-content";
import type { AlarmRule } from "@canopy/contract/alarms/rules";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import type { z } from "zod";
import type { ContractForm } from "../ui/form/use-contract-form.ts";
import { mayWatch } from "./rules/rule-rights.ts";

export type RuleValues = z.input<typeof ruleContent>;
export type RuleForm = ContractForm<RuleValues>;

/** The escalation of a form, which may lack its recipients. */
export const filledEscalation = (escalate: RuleValues["escalate"]): RuleContent["escalate"] =>
  escalate ? { ...escalate, targets: escalate.targets ?? [] } : null;

export const FIRST_FRAME: FrameCondition = {
  kind: "frame",
  is_extended: false,
  id_from: 0x100,
  id_to: 0x100,
  operator: "seen",
  part: "byte",
  byte: 0,
  mask: 255,
  value: 0,
};

/** A new rule watches the device it was opened from, and what it was opened for if this user may have such a rule. */
export function valuesOf(rule: AlarmRule | undefined, thingsId: string, filled: Partial<RuleValues> = {}): RuleValues {
  if (rule === undefined) {
    const own = thingsId ? ({ kind: "device", id: thingsId } as const) : undefined;
    const scope = filled.scope && mayWatch(filled.scope.kind) ? filled.scope : (own ?? filled.scope);
    return { name: "", conditions: [FIRST_FRAME], ...filled, ...(scope && { scope }) };
  }
  const { rule_id, scope_name, things_num, author, created_time, updated_time, ...content } = rule;
  return content;
}

export function conditionOf({ dbc_id, message_id, is_extended, signal }: SignalReference): SignalCondition {
  return { kind: "signal", dbc_id, message_id, is_extended, signal, operator: "gt", value: 0 };
}

export const computedConditionOf = (computed: string): ComputedSignalCondition => ({
  kind: "computed",
  computed,
  operator: "gt",
  value: 0,
});

/** GPS-03: of a fence that is still to be chosen. */
export const FIRST_FENCE: FenceCondition = { kind: "fence", fence_id: "", fence_name: "", operator: "enter" };

const BUS_VALUES: Readonly<Record<BusMetric, Pick<BusCondition, "operator" | "value">>> = {
  load: { operator: "gt", value: 80 },
  errors: { operator: "ge", value: 10 },
  silence: { operator: "ge", value: 60 },
  faults: { operator: "ge", value: 1 },
};

export const busConditionOf = (metric: BusMetric): BusCondition => ({
  kind: "bus",
  metric,
  window_s: 10,
  ...BUS_VALUES[metric],
});

const sideOf = (operator: string): string => operator.charAt(0);

/** Of an operator that compares with a range, the end begins at the value. Where it is back belongs to its side. */
export function withOperator<C extends FrameCondition | SignalCondition | ComputedSignalCondition>(
  condition: C,
  operator: C["operator"],
): C {
  const { value_to, back, ...rest } = { back: undefined, ...condition };
  const isRange = operator === "in" || operator === "out";
  const value = operator === "absent" && condition.value < 10 ? 1000 : condition.value;
  const keepsBack = back !== undefined && sideOf(operator) === sideOf(condition.operator);
  return { ...rest, operator, value, ...(isRange && { value_to: value_to ?? value }), ...(keepsBack && { back }) } as C;
}

/** Undefined for a text that is no number yet. */
export function numberOf(text: string): number | undefined {
  const value = Number(text.replace(",", "."));
  return text.trim() === "" || !Number.isFinite(value) ? undefined : value;
}

/** Undefined for a text that is no hexadecimal number yet. */
export function hexOf(text: string): number | undefined {
  return /^(0x)?[0-9a-f]{1,8}$/i.test(text.trim()) ? Number.parseInt(text.trim().replace(/^0x/i, ""), 16) : undefined;
}

/** Recipients as they are typed. */
export interface TypedTargets {
  readonly text: string;
  readonly targets: readonly string[];
}

/** What a field shows: what was typed, unless the recipients became other ones meanwhile, as by undoing. */
export const shownTargets = (typed: TypedTargets | undefined, targets: readonly string[]): string =>
  typed && JSON.stringify(typed.targets) === JSON.stringify(targets) ? typed.text : targets.join(", ");

export const targetsOf = (text: string): string[] =>
  text
    .split(/[,;，；\s]+/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
