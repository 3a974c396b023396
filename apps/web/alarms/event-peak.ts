import type { Condition } from "@canopy/contract/alarms/conditions";
import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { formatNumber } from "../platform/formats.ts";
import type { NamesOf } from "./rule-words.ts";

type ValueNames = ReturnType<NamesOf>;

const PERCENT: NonNullable<ValueNames> = { unit: "%", stateNames: new Map() };

/** The unit and state names of an event's value; undefined where several conditions leave it open which one was meant. */
export function valueNames(conditions: readonly Condition[], namesOf?: NamesOf): ValueNames {
  const [condition] = conditions;
  if (condition === undefined || conditions.length > 1) return undefined;
  if (condition.kind === "bus") return condition.metric === "load" ? PERCENT : undefined;
  return condition.kind === "signal" ? namesOf?.(condition) : undefined;
}

/** The value it fired at and the furthest one, where they differ. */
export function peakText({ value, peak }: Pick<AlarmEvent, "value" | "peak">, names?: ValueNames): string {
  const at = peak ?? value;
  if (at === null) return "–";
  return names?.stateNames.get(at) ?? `${formatNumber(at)}${names?.unit ? `\u00a0${names.unit}` : ""}`;
}
