import type { Formula } from "@canopy/can/formula/formula";
import type { BusMetric } from "@canopy/contract/alarms/conditions";
import type { Limit } from "./compare.ts";

/** Reads a value of a payload at `data[start, start + size)`; NaN where there is none. */
export type ReadValue = (data: Uint8Array, start: number, size: number) => number;

/** The identifiers of a condition; both ends inside. */
export interface IdRange {
  readonly isExtended: boolean;
  readonly from: number;
  readonly to: number;
}

/** How the truth of a condition follows from its samples. */
export type Judgement =
  | { readonly kind: "value"; readonly limit: Limit }
  | { readonly kind: "seen" }
  | { readonly kind: "absent"; readonly afterUs: number }
  /** At least so many samples in the last seconds. */
  | { readonly kind: "count"; readonly least: number; readonly seconds: number };

/** Which frames something is read from. */
export interface WatchedIds {
  readonly ids: readonly IdRange[];
  /** Identifiers inside the ranges that belong to another message. */
  readonly except: ReadonlySet<number>;
}

/** A signal of a formula, on the channel that it is of. */
export interface WatchedInput extends WatchedIds {
  readonly channel: number;
  readonly read: ReadValue;
}

/** A computed signal: its inputs in the order of the formula's names. */
export interface WatchedFormula {
  readonly formula: Formula;
  readonly inputs: readonly WatchedInput[];
}

interface ComputedCondition {
  readonly kind: "value";
  readonly limit: Limit;
  readonly computed: WatchedFormula;
}

/** A condition on frames of the rule's channel. */
type FramesCondition = WatchedIds & {
  readonly computed?: undefined;
} & (
    | { readonly kind: "value"; readonly read: ReadValue; readonly limit: Limit }
    | { readonly kind: "seen" }
    | { readonly kind: "absent"; readonly afterUs: number }
  );

export type WatchedCondition = FramesCondition | ComputedCondition;

export type WatchedBusCondition = Judgement & {
  readonly metric: BusMetric;
  /** Of faults: the code that counts; null: every one. */
  readonly fault: number | null;
};

/** What a machine needs of a rule; times in microseconds. */
export interface MachineRule {
  readonly id: string;
  /** Null: every channel, each with a state of its own. */
  readonly channel: number | null;
  readonly conditions: readonly Judgement[];
  readonly connector: "and" | "or";
  readonly holdUs: number;
  readonly recoverUs: number;
  readonly timeoutUs: number;
  readonly mode: "edge" | "every";
}

export interface WatchedRule extends MachineRule {
  readonly conditions: readonly WatchedCondition[];
}

export interface BusRule extends MachineRule {
  readonly conditions: readonly WatchedBusCondition[];
  /** It has one machine, for all channels of the device. */
  readonly isOnWholeDevice: boolean;
}
