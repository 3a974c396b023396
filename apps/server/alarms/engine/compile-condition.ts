import { MessageDecoder } from "@canopy/can/dbc/decode/decode";
import { layoutOf, MAX_FAST_BITS, type SignalLayout } from "@canopy/can/dbc/decode/layout";
import { readRawNumber } from "@canopy/can/dbc/decode/read-raw";
import type { Dbc, Message, Signal } from "@canopy/can/dbc/model";
import { parseFaultCode } from "@canopy/can/faults/fault-code";
import { readFormula } from "@canopy/can/formula/formula";
import type {
  BusCondition,
  ComputedSignalCondition,
  Condition,
  FrameCondition,
  SignalCondition,
} from "@canopy/contract/alarms/conditions";
import { holdSeconds, isOnWholeDevice, type RuleContent } from "@canopy/contract/alarms/rule-content";
import type { ComputedContent } from "@canopy/contract/signals/computed";
import { alsoIdsOf, findSignal } from "../../signals/bindings/find-signal.ts";
import type {
  BusRule,
  MachineRule,
  ReadValue,
  WatchedBusCondition,
  WatchedCondition,
  WatchedFormula,
  WatchedIds,
  WatchedInput,
  WatchedRule,
} from "./watched-rule.ts";

const US_PER_S = 1_000_000;

/** What conditions name; undefined where it is gone. */
export interface ConditionSources {
  /** Without a revision the newest. */
  dbc(dbcId: string, revision?: number): Dbc | undefined;
  computed(name: string): Pick<ComputedContent, "formula" | "inputs"> | undefined;
}

export interface RuleSource
  extends Pick<RuleContent, "channel" | "connector" | "hold_s" | "recover_s" | "timeout_s" | "mode"> {
  readonly id: string;
  readonly conditions: readonly Condition[];
}

/** Undefined: a signal of the rule is gone, so that nothing can be judged. */
export function compileRule(rule: RuleSource, sources: ConditionSources): WatchedRule | undefined {
  const conditions = rule.conditions.map((condition) => compileCondition(condition, sources));
  if (!conditions.every((condition) => condition !== undefined)) return undefined;
  const settling = settlingOf(rule);
  // A computed signal is one of the device: its rule has one channel, that of its first input where it names none.
  const [input] = conditions.flatMap(({ computed }) => computed?.inputs ?? []);
  return { ...settling, channel: settling.channel ?? input?.channel ?? null, conditions };
}

/** A rule on the bus; undefined: a condition is on something else. */
export function compileBusRule(rule: RuleSource): BusRule | undefined {
  const conditions = rule.conditions.flatMap((condition) => (condition.kind === "bus" ? compileBus(condition) : []));
  if (conditions.length < rule.conditions.length) return undefined;
  return { ...settlingOf(rule), conditions, isOnWholeDevice: isOnWholeDevice(rule) };
}

const settlingOf = (rule: RuleSource): Omit<MachineRule, "conditions"> => ({
  id: rule.id,
  channel: rule.channel,
  connector: rule.connector,
  holdUs: holdSeconds(rule) * US_PER_S,
  recoverUs: rule.recover_s * US_PER_S,
  timeoutUs: rule.timeout_s * US_PER_S,
  mode: rule.mode,
});

function compileBus(condition: BusCondition): WatchedBusCondition {
  const { metric, operator, value, window_s: seconds, back } = condition;
  const on = { metric, fault: parseFaultCode(condition.fault ?? "") ?? null };
  if (metric === "silence") return { ...on, kind: "absent", afterUs: value * US_PER_S };
  if (metric === "errors") return { ...on, kind: "count", least: value, seconds };
  return { ...on, kind: "value", limit: { operator, value, back } };
}

function compileCondition(condition: Condition, sources: ConditionSources): WatchedCondition | undefined {
  switch (condition.kind) {
    case "fence":
    case "bus":
      return undefined;
    case "frame":
      return compileFrame(condition);
    case "signal":
      return compileSignal(condition, sources.dbc(condition.dbc_id));
    case "computed":
      return compileComputed(condition, sources);
  }
}

function compileComputed(condition: ComputedSignalCondition, sources: ConditionSources): WatchedCondition | undefined {
  const { computed: name, operator, value, value_to: valueTo, back } = condition;
  const signal = sources.computed(name);
  const computed = signal && compileFormula(signal, sources);
  return computed && { kind: "value", computed, limit: { operator, value, valueTo, back } };
}

/** Undefined: an input is gone, or the formula cannot be judged as data comes. */
function compileFormula(
  { formula: text, inputs }: Pick<ComputedContent, "formula" | "inputs">,
  sources: ConditionSources,
): WatchedFormula | undefined {
  const read = readFormula(
    text,
    inputs.map(({ name }) => name),
  );
  if (!read.ok || read.value.liveProblem !== undefined) return undefined;
  const watched = read.value.used.map((name): WatchedInput | undefined => {
    const input = inputs.find((one) => one.name === name)?.signal;
    const dbc = input && sources.dbc(input.dbc_id, input.revision);
    const found = dbc && input && findSignal(dbc, input);
    if (!found) return undefined;
    return { channel: input.channel, ...idsOf(dbc, found.message), read: signalReader(found.message, found.signal) };
  });
  return watched.every((input) => input !== undefined) ? { formula: read.value, inputs: watched } : undefined;
}

function compileFrame(condition: FrameCondition): WatchedCondition {
  const { is_extended: isExtended, id_from: from, id_to: to, operator, value } = condition;
  const on = { ids: [{ isExtended, from, to }], except: new Set<number>() };
  if (operator === "seen") return { ...on, kind: "seen" };
  if (operator === "absent") return { ...on, kind: "absent", afterUs: value * 1000 };
  return { ...on, kind: "value", read: readerOf(condition), limit: { operator, value, valueTo: condition.value_to } };
}

function readerOf({ part, byte, mask }: FrameCondition): ReadValue {
  if (part === "length") return (_data, _start, size) => size;
  return (data, start, size) => (byte < size ? (data[start + byte] as number) & mask : Number.NaN);
}

function compileSignal(condition: SignalCondition, dbc: Dbc | undefined): WatchedCondition | undefined {
  const found = dbc && findSignal(dbc, condition);
  if (!dbc || !found) return undefined;
  const { message, signal } = found;
  const { operator, value, value_to: valueTo, back } = condition;
  return {
    ...idsOf(dbc, message),
    kind: "value",
    read: signalReader(message, signal),
    limit: { operator, value, valueTo, back },
  };
}

function idsOf(dbc: Dbc, message: Message): WatchedIds {
  const also = alsoIdsOf(dbc, message);
  const { isExtended, id } = message;
  return {
    ids: [{ isExtended, from: id, to: id }, ...(also?.spans ?? []).map((span) => ({ isExtended: true, ...span }))],
    except: new Set(also?.except ?? []),
  };
}

export function signalReader(message: Message, signal: Signal): ReadValue {
  const index = message.signals.indexOf(signal);
  const layout = layoutOf(message).signals[index] as SignalLayout;
  if (layout.selector === null && layout.length <= MAX_FAST_BITS) {
    const { minimumLength, factor, offset } = layout;
    return (data, start, size) =>
      size < minimumLength ? Number.NaN : readRawNumber(data, start, layout) * factor + offset;
  }
  const decoder = new MessageDecoder(message);
  const values = new Float64Array(message.signals.length);
  return (data, start, size) => {
    decoder.decodeInto(data.subarray(start, start + size), values);
    return values[index] as number;
  };
}
