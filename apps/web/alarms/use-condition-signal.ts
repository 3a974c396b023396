import { isStateSignal, stateNamesOf } from "@canopy/can/dbc/decode/states";
import type { Condition, SignalCondition } from "@canopy/contract/alarms/conditions";
import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import { formatSignal, type SignalReference } from "@canopy/contract/signals/signal-reference";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { findMessage, type SignalInfo } from "../signals/choose/signal-info.ts";
import { useSignalInfos } from "../signals/choose/use-signal-infos.ts";
import { parsedDbcQuery } from "../signals/dbc/dbc-library.ts";
import { conditionOf } from "./rule-form.ts";
import type { NamesOf } from "./rule-words.ts";

/** The names and units of a rule's signals, once their DBC files are here. */
export function useSignalNames(conditions: readonly Condition[]): NamesOf {
  const text = conditions.map(keyOf).join("\n");
  const keys = useMemo(() => text.split("\n").filter((key) => key !== ""), [text]);
  const { infos } = useSignalInfos(keys);
  return (condition) => infos.get(keyOf(condition));
}

/** Unit, factor and named values of a condition's signal; undefined for other conditions, and until the DBC is here. */
export function useConditionSignal(condition: Condition | undefined): SignalInfo | undefined {
  const key = condition ? keyOf(condition) : "";
  const keys = useMemo(() => (key === "" ? [] : [key]), [key]);
  return useSignalInfos(keys).infos.get(key);
}

/** The same on every channel: the DBC is; empty for a condition on no signal. */
function keyOf(condition: Condition): string {
  if (condition.kind !== "signal") return "";
  const { dbc_id, message_id, is_extended, signal } = condition;
  return formatSignal({ channel: FIRST_CHANNEL.can, dbc_id, message_id, is_extended, signal });
}

/** A new condition on a chosen signal: of one with named values, that it has the first of them. */
export function useFirstCondition(): (reference: SignalReference) => SignalCondition {
  const client = useQueryClient();
  return (reference) => {
    const { queryKey } = parsedDbcQuery(reference.dbc_id, "newest");
    const dbc = client.getQueryData(queryKey)?.dbc;
    const message = dbc && findMessage(dbc, reference.message_id, reference.is_extended);
    const signal = message?.signals.find(({ name }) => name === reference.signal);
    const [first] = signal && isStateSignal(signal) ? stateNamesOf(signal).keys() : [];
    const condition = conditionOf(reference);
    return first === undefined ? condition : { ...condition, operator: "eq", value: first };
  };
}
