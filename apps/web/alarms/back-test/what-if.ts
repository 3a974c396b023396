import type { ComputedSignalCondition, Condition, SignalCondition } from "@canopy/contract/alarms/conditions";
import { holdSeconds, type RuleDraft } from "@canopy/contract/alarms/rule-content";

/** A small change of a draft that makes it ring less often. */
export interface WhatIf {
  readonly key: "value" | "hold" | "back";
  /** The value it would have. */
  readonly to: number;
  readonly changes: Pick<Partial<RuleDraft>, "conditions" | "hold_s">;
}

const LONGER_HOLD_S = 10;
/** Of the limit, how far the next one lies, and how far behind it the signal is back. */
const STEP_SHARE = 0.05;

/** A twentieth of a value, as 1, 2 or 5 of its decimal place. */
export function stepOf(value: number): number {
  const exact = Math.abs(value) * STEP_SHARE || 1;
  const place = 10 ** Math.floor(Math.log10(exact));
  const digit = exact / place;
  return place * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

const rounded = (value: number) => Number(value.toPrecision(12));

/** TRG-07: what to try on a rule that rings: a farther limit, a longer time, a later way back. */
export function whatIfs(draft: RuleDraft): WhatIf[] {
  const place = draft.conditions.findIndex(isLimit);
  const limited = draft.conditions[place];
  const found: WhatIf[] = [];
  if (limited && isLimit(limited)) found.push(...limitTries(draft.conditions, place, limited));
  if (holdSeconds(draft) < LONGER_HOLD_S && draft.conditions.every(isOnFrames))
    found.splice(1, 0, { key: "hold", to: LONGER_HOLD_S, changes: { hold_s: LONGER_HOLD_S } });
  return found;
}

type OnSignal = SignalCondition | ComputedSignalCondition;
type Limited = Extract<Condition, { kind: "frame" | "signal" | "computed" }>;

const isOnFrames = (condition: Condition): condition is Limited =>
  condition.kind === "frame" || condition.kind === "signal" || condition.kind === "computed";

const isLimit = (condition: Condition): condition is Limited =>
  isOnFrames(condition) && ["lt", "le", "gt", "ge"].includes(condition.operator);

function limitTries(conditions: readonly Condition[], place: number, condition: Limited): WhatIf[] {
  const outwards = condition.operator === "gt" || condition.operator === "ge" ? 1 : -1;
  const step = stepOf(condition.value);
  const value = rounded(condition.value + outwards * step);
  const farther: WhatIf = {
    key: "value",
    to: value,
    changes: { conditions: conditions.with(place, { ...condition, value }) },
  };
  if (condition.kind === "frame") return [farther];
  return [farther, laterBack(conditions, place, condition, outwards * step)];
}

function laterBack(conditions: readonly Condition[], place: number, condition: OnSignal, step: number): WhatIf {
  const back = rounded((condition.back ?? condition.value) - step);
  return { key: "back", to: back, changes: { conditions: conditions.with(place, { ...condition, back }) } };
}
