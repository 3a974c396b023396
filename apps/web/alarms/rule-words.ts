import { formatId } from "@canopy/can/frame/id";
import type {
  BusCondition,
  ComputedSignalCondition,
  Condition,
  FrameCondition,
  SignalCondition,
} from "@canopy/contract/alarms/conditions";
import type { AlarmEvent } from "@canopy/contract/alarms/events";
import {
  dataOf,
  holdSeconds,
  isOnWholeDevice,
  type RuleContent,
  WHOLE_DEVICE,
} from "@canopy/contract/alarms/rule-content";
import { channelName } from "@canopy/contract/device-link/channels";
import { translate } from "../platform/i18n.ts";
import "./texts.ts";

/** What the DBC of a condition says of its signal; undefined where it is not known. */
export type NamesOf = (
  condition: SignalCondition,
) => { readonly unit: string; readonly stateNames: ReadonlyMap<number, string> } | undefined;

const UNNAMED: NamesOf = () => undefined;

export const SIGNS = { eq: "=", ne: "≠", lt: "<", le: "≤", gt: ">", ge: "≥" } as const;

type Watching = Pick<RuleContent, "channel" | "conditions" | "connector" | "hold_s">;

/** "CAN1 · 0x100 byte 0 & FF > 50 and TempMax > 55 °C for 1 s". */
export function watchText(rule: Watching, namesOf: NamesOf = UNNAMED): string {
  const all = rule.conditions
    .map((one) => conditionText(one, namesOf))
    .join(` ${translate(`alarms.word.${rule.connector}`)} `);
  const seconds = holdSeconds(rule);
  const hold = seconds > 0 ? ` ${translate("alarms.word.for", { seconds })}` : "";
  if (dataOf(rule.conditions) === "fence" || isOnWholeDevice(rule)) return `${all}${hold}`;
  const channel = rule.channel === null ? translate("alarms.word.anyChannel") : channelName(rule.channel);
  return `${channel} · ${all}${hold}`;
}

export function conditionText(condition: Condition, namesOf: NamesOf = UNNAMED): string {
  if (condition.kind === "fence")
    return translate(`alarms.word.fence.${condition.operator}`, { fence: condition.fence_name });
  if (condition.kind === "bus") return busText(condition);
  if (condition.kind === "computed") return `${condition.computed} ${limitText(condition)}`;
  if (condition.kind === "signal") {
    const names = namesOf(condition);
    return `${condition.signal} ${limitText(condition, (value) => valueText(value, names))}`;
  }
  const format = condition.is_extended ? "extended" : "standard";
  const from = `0x${formatId(condition.id_from, format)}`;
  const ids = condition.id_from === condition.id_to ? from : `${from}-0x${formatId(condition.id_to, format)}`;
  if (condition.operator === "seen") return `${ids} ${translate("alarms.word.seen")}`;
  if (condition.operator === "absent") return `${ids} ${translate("alarms.word.absent", { ms: condition.value })}`;
  const mask = condition.mask.toString(16).toUpperCase().padStart(2, "0");
  const part =
    condition.part === "length"
      ? translate("alarms.word.length")
      : translate("alarms.word.byte", { byte: condition.byte, mask });
  return `${ids} ${part} ${limitText(condition)}`;
}

function busText({ metric, operator, value, window_s: seconds, fault }: BusCondition): string {
  if (metric === "faults")
    return fault ? translate("alarms.word.fault", { fault }) : translate("alarms.word.faults", { value });
  if (metric === "load") return `${translate("alarms.bus.load")} ${SIGNS[operator]} ${value}\u00a0%`;
  return translate(metric === "errors" ? "alarms.word.errors" : "alarms.word.silent", { value, seconds });
}

/** Where an event was: its channel, or the device as a whole. */
export function eventPlace({ channel, conditions }: Pick<AlarmEvent, "channel" | "conditions">): string | undefined {
  return channel === WHOLE_DEVICE || dataOf(conditions) === "fence" ? undefined : channelName(channel);
}

/** A state by its name, a figure with its unit. */
function valueText(value: number, names: ReturnType<NamesOf>): string {
  return names?.stateNames.get(value) ?? `${value}${names?.unit ? `\u00a0${names.unit}` : ""}`;
}

type Limited = Pick<FrameCondition | SignalCondition | ComputedSignalCondition, "operator" | "value" | "value_to">;

function limitText({ operator, value, value_to }: Limited, write: (value: number) => string = String): string {
  if (operator === "in" || operator === "out")
    return translate(`alarms.word.${operator}`, { from: write(value), to: write(value_to ?? value) });
  return operator === "seen" || operator === "absent" ? "" : `${SIGNS[operator]} ${write(value)}`;
}
