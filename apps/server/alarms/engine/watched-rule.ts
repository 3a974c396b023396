import type { Limit } from "./compare.ts";

/** Reads a value of a payload at `data[start, start + size)`; NaN where there is none. */
export type ReadValue = (data: Uint8Array, start: number, size: number) => number;

/** The identifiers of a condition; both ends inside. */
export interface IdRange {
  readonly isExtended: boolean;
  readonly from: number;
  readonly to: number;
}

export type WatchedCondition = {
  readonly ids: readonly IdRange[];
  /** Identifiers inside the ranges that belong to another message. */
  readonly except: ReadonlySet<number>;
} & (
  | { readonly kind: "value"; readonly read: ReadValue; readonly limit: Limit }
  | { readonly kind: "seen" }
  | { readonly kind: "absent"; readonly afterUs: number }
);

/** A rule with everything the evaluator needs; times in microseconds. */
export interface WatchedRule {
  readonly id: string;
  /** Null: every channel, each with a state of its own. */
  readonly channel: number | null;
  readonly conditions: readonly WatchedCondition[];
  readonly connector: "and" | "or";
  readonly holdUs: number;
  readonly recoverUs: number;
  readonly timeoutUs: number;
  readonly mode: "edge" | "every";
}
