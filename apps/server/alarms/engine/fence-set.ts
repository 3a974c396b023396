import type { Fence } from "@canopy/can/gps/fence";
import { FenceIndex } from "@canopy/can/gps/fence-index";
import type { FenceReason } from "@canopy/contract/alarms/events";
import { holdSeconds } from "@canopy/contract/alarms/rule-content";
import type { RuleSource } from "./compile-condition.ts";

const US_PER_S = 1_000_000;

interface WatchedFence {
  readonly rule: number;
  readonly fence: Fence;
  /** True while the device is inside; else while it is outside. */
  readonly isEnter: boolean;
}

/** GPS-03: a rule on fences with everything the evaluator needs. */
export interface FenceRule {
  readonly id: string;
  readonly fences: readonly Omit<WatchedFence, "rule">[];
  readonly connector: "and" | "or";
  /** Time on the other side of a border that counts as entering or leaving. */
  readonly dwellUs: number;
  readonly mode: "edge" | "every";
}

/** Of a firing. */
export interface FenceCause {
  readonly reason: FenceReason;
  readonly latitude: number;
  readonly longitude: number;
}

/** Undefined where a fence is gone. */
export type FenceById = (fenceId: string) => Fence | undefined;

/** Undefined: a fence of the rule is gone, so that nothing can be judged. */
export function compileFenceRule(rule: RuleSource, fenceOf: FenceById): FenceRule | undefined {
  const fences: Omit<WatchedFence, "rule">[] = [];
  for (const condition of rule.conditions) {
    const fence = condition.kind === "fence" ? fenceOf(condition.fence_id) : undefined;
    if (fence === undefined) return undefined;
    fences.push({ fence, isEnter: condition.operator === "enter" });
  }
  const { id, connector, mode } = rule;
  return { id, fences, connector, dwellUs: holdSeconds(rule) * US_PER_S, mode };
}

/** Rules on fences, found by place: a position away from their borders costs one look-up. */
export class FenceSet {
  readonly rules: readonly FenceRule[];
  /** Of all rules, one after the other. */
  readonly fences: readonly WatchedFence[];
  readonly index: FenceIndex;
  /** Of each rule its first fence. */
  readonly firstOf: readonly number[];
  /** A shorter time between two positions shows every stay that counts. */
  readonly leastDwellUs: number;

  constructor(rules: readonly FenceRule[]) {
    this.rules = rules;
    this.fences = rules.flatMap(({ fences }, rule) => fences.map((fence) => ({ ...fence, rule })));
    this.index = new FenceIndex(this.fences.map(({ fence }) => fence));
    let at = 0;
    this.firstOf = rules.map(({ fences }) => {
      const first = at;
      at += fences.length;
      return first;
    });
    this.leastDwellUs = Math.min(...rules.map(({ dwellUs }) => dwellUs));
  }
}
