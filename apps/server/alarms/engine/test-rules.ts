/** For tests of the evaluator: rules on raw frames, and frames of one byte. */
import { FrameBatch } from "@canopy/can/frame/batch";
import { busCondition, type Condition, condition } from "@canopy/contract/alarms/conditions";
import type { z } from "zod";
import { BusWatch } from "./bus-watch.ts";
import { compileBusRule, compileRule, type RuleSource } from "./compile-condition.ts";
import { DeviceWatch, type WatchChange } from "./device-watch.ts";
import type { MachineRow } from "./machine-rows.ts";
import { RuleSet } from "./rule-set.ts";
import type { BusRule, WatchedRule } from "./watched-rule.ts";

/** A whole second. */
export const T0_US = Date.UTC(2026, 10, 14, 8) * 1000;
export const S = 1_000_000;

/** Byte 0 of a standard identifier is over 50. */
export const over = (id: number, more: Partial<Condition> = {}): Condition =>
  condition.parse({ kind: "frame", is_extended: false, id_from: id, id_to: id, operator: "gt", value: 50, ...more });

export function watched(more: Partial<RuleSource> = {}): WatchedRule {
  const base = {
    id: "r",
    channel: null,
    conditions: [over(0x100)],
    connector: "and",
    recover_s: 10,
    timeout_s: 0,
  } as const;
  const rule = compileRule({ ...base, mode: "edge", ...more }, { dbc: () => undefined, computed: () => undefined });
  if (!rule) throw new Error("the rule names a signal that is gone");
  return rule;
}

type BusInput = Omit<z.input<typeof busCondition>, "kind">;

/** One condition on the bus of CAN1; recovers at once. */
export function watchedBus(condition: BusInput, more: Partial<RuleSource> = {}): BusRule {
  const conditions = [busCondition.parse({ kind: "bus", ...condition })];
  const base = { id: "b", channel: 0, connector: "and", recover_s: 0, timeout_s: 0, mode: "edge", hold_s: 0 } as const;
  const rule = compileBusRule({ ...base, conditions, ...more });
  if (!rule) throw new Error("the rule has a condition on something else");
  return rule;
}

export interface Sample {
  /** After `T0_US`. */
  readonly s: number;
  readonly value?: number;
  readonly id?: number;
  readonly channel?: number;
  readonly flags?: number;
}

export function framesOf(samples: readonly Sample[]): FrameBatch {
  const frames = new FrameBatch(samples.length || 1);
  for (const { s, value = 0, id = 0x100, channel = 0, flags = 0 } of samples)
    frames.push(T0_US + Math.round(s * S), channel, id, flags, 1, Uint8Array.of(value));
  return frames;
}

/** Judges batches that arrive as they are recorded. */
export class Bench {
  readonly changes: WatchChange[] = [];
  #watch: DeviceWatch;
  readonly #set: RuleSet;
  readonly #rows = new Map<string, MachineRow>();
  #newestUs = 0;

  constructor(...rules: WatchedRule[]) {
    this.#set = new RuleSet(rules);
    this.#watch = new DeviceWatch(this.#set);
  }

  judge(samples: readonly Sample[], lateS = 0): this {
    const frames = framesOf(samples);
    const newestUs = Math.max(...frames.timeUs.subarray(0, frames.length));
    this.#newestUs = Math.max(this.#newestUs, newestUs);
    this.#watch.judge(frames, newestUs / 1000 + lateS * 1000);
    this.changes.push(...this.#watch.takeChanges());
    for (const row of this.#watch.takeDirty()) this.#rows.set(`${row.ruleId} ${row.channel} ${row.isLate}`, row);
    return this;
  }

  /** Another process goes on with what was stored. */
  restart(): this {
    const stored = JSON.parse(JSON.stringify([...this.#rows.values()])) as MachineRow[];
    this.#watch = new DeviceWatch(this.#set, stored, this.#newestUs || undefined);
    return this;
  }

  /** "fired 1.5": kinds, and seconds after the beginning. */
  get told(): string[] {
    return this.changes.map(({ kind, atUs }) => `${kind} ${(atUs - T0_US) / S}`);
  }

  /** Firings and recoveries of late frames. */
  get toldLate(): string[] {
    return this.told.filter((line, i) => this.changes[i]?.isLate && /^(fired|recovered)/.test(line));
  }
}

/** 500 kbit/s. */
const RATES = () => ({ nominalBps: 500_000 });

/** As `Bench`, of rules on the bus. */
export class BusBench {
  readonly changes: WatchChange[] = [];
  readonly #rules: readonly BusRule[];
  readonly #rows = new Map<string, MachineRow>();
  #watch: BusWatch;
  #newestUs = 0;

  constructor(...rules: BusRule[]) {
    this.#rules = rules;
    this.#watch = new BusWatch(rules, RATES);
  }

  judge(samples: readonly Sample[], lateS = 0): this {
    const frames = framesOf(samples);
    this.#newestUs = Math.max(this.#newestUs, ...frames.timeUs.subarray(0, frames.length));
    this.#watch.judge(frames, this.#newestUs / 1000 + lateS * 1000);
    return this.#keep();
  }

  /** Nothing came until then. */
  silentUntil(s: number): this {
    this.#watch.advanceSilence(T0_US + s * S);
    return this.#keep();
  }

  restart(): this {
    const stored = JSON.parse(JSON.stringify([...this.#rows.values()])) as MachineRow[];
    this.#watch = new BusWatch(this.#rules, RATES, stored, this.#newestUs || undefined);
    return this;
  }

  get told(): string[] {
    return this.changes.map(({ kind, atUs }) => `${kind} ${(atUs - T0_US) / S}`);
  }

  #keep(): this {
    this.changes.push(...this.#watch.takeChanges());
    for (const row of this.#watch.takeDirty()) this.#rows.set(`${row.ruleId} ${row.channel} ${row.isLate}`, row);
    return this;
  }
}
