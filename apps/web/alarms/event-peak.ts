import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { formatNumber } from "../platform/formats.ts";
import type { NamesOf } from "./rule-words.ts";

/** The value it fired at and the furthest one, where they differ. */
export function peakText({ value, peak }: Pick<AlarmEvent, "value" | "peak">, names?: ReturnType<NamesOf>): string {
  const at = peak ?? value;
  if (at === null) return "–";
  return names?.stateNames.get(at) ?? `${formatNumber(at)}${names?.unit ? ` ${names.unit}` : ""}`;
}
