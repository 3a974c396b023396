import { MessageDecoder } from "@canopy/can/dbc/decode/decode";
import { layoutOf, MAX_FAST_BITS, type SignalLayout } from "@canopy/can/dbc/decode/layout";
import { readRawNumber } from "@canopy/can/dbc/decode/read-raw";
import type { Dbc, Message, Signal } from "@canopy/can/dbc/model";
import { parseFaultCode } from "@canopy/can/faults/fault-code";
import type { BusCondition, Condition, FrameCondition, SignalCondition } from "@canopy/contract/alarms/conditions";
import { holdSeconds, isOnWholeDevice, type RuleContent } from "@canopy/contract/alarms/rule-content";
import { alsoIdsOf, findSignal } from "../../signals/bindings/find-signal.ts";
import type {
  BusRule,
  MachineRule,
  ReadValue,
  WatchedBusCondition,
  WatchedCondition,
  WatchedRule,
} from "./watched-rule.ts";

const US_PER_S = 1_000_000;

/** The newest revision of a DBC; undefined where it is gone. */
export type DbcById = (dbcId: string) => Dbc | undefined;

export interface RuleSource
  extends Pick<RuleContent, "channel" | "connector" | "hold_s" | "recover_s" | "timeout_s" | "mode"> {
  readonly id: string;
  readonly conditions: readonly Condition[];
}

/** Undefined: a signal of the rule is gone, so that nothing can be judged. */
export function compileRule(rule: RuleSource, dbcOf: DbcById): WatchedRule | undefined {
  const conditions = rule.conditions.map((condition) => compileCondition(condition, dbcOf));
  if (!conditions.every((condition) => condition !== undefined)) return undefined;
  return { ...settlingOf(rule), conditions };
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

function compileCondition(condition: Condition, dbcOf: DbcById): WatchedCondition | undefined {
  if (condition.kind === "fence" || condition.kind === "bus") return undefined;
  return condition.kind === "frame" ? compileFrame(condition) : compileSignal(condition, dbcOf(condition.dbc_id));
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
  const also = alsoIdsOf(dbc, message);
  const { isExtended, id } = message;
  const { operator, value, value_to: valueTo, back } = condition;
  return {
    ids: [{ isExtended, from: id, to: id }, ...(also?.spans ?? []).map((span) => ({ isExtended: true, ...span }))],
    except: new Set(also?.except ?? []),
    kind: "value",
    read: signalReader(message, signal),
    limit: { operator, value, valueTo, back },
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
