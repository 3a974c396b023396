import { holdSeconds } from "@canopy/contract/alarms/rule-content";
import { USUAL_BIT_RATES } from "../../devices/configuration/bit-rate-store.ts";
import { type RuleChangeRow, type RuleStateRow, writeRuleStates } from "../../frames/landing/rule-write.ts";
import { BusWatch } from "../engine/bus-watch.ts";
import { compileBusRule } from "../engine/compile-condition.ts";
import type { StoredMachine } from "../engine/rule-machine.ts";
import { rulesSubject } from "../rules/rule-subjects.ts";
import { versionsOf } from "./binding-keeper.ts";
import { LookTimer } from "./look-timer.ts";
import type { KeeperParts } from "./rule-keeper.ts";
import {
  type NewestFrame,
  readMarks,
  readNewestFrames,
  readStates,
  silenceRules,
  statesBy,
  type WatchingRule,
} from "./watch-store.ts";

const TICK_MS = 2000;
/** Labels and types of devices change without a word. */
const READ_AGAIN_MS = 30_000;
const US_PER_S = 1_000_000;
const MOST_AT_ONCE = 1000;

export interface SilenceParts extends KeeperParts {
  /** Its states were written here. */
  forget(bindingNumber: number): void;
  now(): number;
}

type Due = NewestFrame & { readonly rules: readonly WatchingRule[] };

/**
 * TRG-03: nothing that comes tells of a device from which nothing comes. Any process may run it, and several may: what is
 * written needs the version of the states that it was judged from, as in landing.
 */
export class SilenceTimer {
  readonly #parts: SilenceParts;
  readonly #timer: LookTimer;
  readonly #unsubscribe: () => void;
  /** Judged for this newest frame. */
  readonly #judged = new Map<string, number>();
  #rules: ReadonlyMap<number, readonly WatchingRule[]> = new Map();
  #readMs = Number.NEGATIVE_INFINITY;

  constructor(parts: SilenceParts) {
    this.#parts = parts;
    this.#timer = new LookTimer(
      () => this.look(),
      TICK_MS,
      (error) => parts.log.warn({ err: error }, "silent devices could not be looked for"),
    );
    this.#unsubscribe = parts.bus.subscribe(rulesSubject("*"), () => {
      this.#readMs = Number.NEGATIVE_INFINITY;
    });
  }

  start(): void {
    this.#timer.start();
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#timer.stop();
  }

  async look(): Promise<void> {
    await this.#readRules();
    if (this.#rules.size === 0) return;
    const newest = await readNewestFrames(this.#parts.pool, [...this.#rules.keys()]);
    const due = [...newest.values()].flatMap((frame) => this.#dueOf(frame));
    for (let at = 0; at < due.length; at += MOST_AT_ONCE) await this.#judge(due.slice(at, at + MOST_AT_ONCE));
  }

  async #readRules(): Promise<void> {
    const nowMs = this.#parts.now();
    if (nowMs - this.#readMs < READ_AGAIN_MS) return;
    this.#readMs = nowMs;
    this.#rules = Map.groupBy(await silenceRules(this.#parts.db), ({ binding }) => binding);
    const known = new Set([...this.#rules.values()].flat().map(nameOf));
    for (const name of this.#judged.keys()) if (!known.has(name)) this.#judged.delete(name);
  }

  /** The device with the rules that fire by now, once for each newest frame. */
  #dueOf(frame: NewestFrame): Due | [] {
    const rules = (this.#rules.get(frame.binding) ?? []).filter(
      (rule) => frame.silentUs >= silenceUs(rule) && this.#judged.get(nameOf(rule)) !== frame.newestUs,
    );
    return rules.length > 0 ? { ...frame, rules } : [];
  }

  async #judge(due: readonly Due[]): Promise<void> {
    const { pool } = this.#parts;
    const bindings = due.map(({ binding }) => binding);
    if (bindings.length === 0) return;
    const versions = await readMarks(pool, bindings);
    const states = statesBy(await readStates<StoredMachine>(pool, bindings));
    const judged = due.map((device) => ({ device, ...judgeSilence(device, states) }));
    const changed = judged.filter((one) => one.changes.length + one.states.length > 0);
    const written = await writeRuleStates(pool, "rule_marks", {
      marks: changed.map(({ device: { binding } }) => ({ bindingNumber: binding, known: versions.get(binding) ?? 0 })),
      states: changed.flatMap((one) => one.states),
      changes: changed.flatMap((one) => one.changes),
    });
    for (const { device, ...one } of judged) {
      const isNothing = one.changes.length + one.states.length === 0;
      if (!isNothing && !written.has(device.binding)) continue;
      for (const rule of device.rules) this.#judged.set(nameOf(rule), device.newestUs);
      if (!isNothing) this.#parts.forget(device.binding);
    }
    if (written.size > 0) this.#parts.changed();
  }
}

const nameOf = ({ binding, id, version }: WatchingRule): string => `${binding} ${id} ${version}`;

/** After which the rule fires. */
function silenceUs({ content }: WatchingRule): number {
  const silences = content.conditions.flatMap((one) =>
    one.kind === "bus" && one.metric === "silence" ? one.value : [],
  );
  return (Math.max(...silences) + holdSeconds(content)) * US_PER_S;
}

/** No frame shows it. */
const NO_FRAME = { epoch: 0, sequence: 0, frame: 0 } as const;

function judgeSilence(
  { binding: bindingNumber, newestUs, silentUs, rules }: Due,
  states: ReturnType<typeof statesBy<StoredMachine>>,
): { states: RuleStateRow[]; changes: RuleChangeRow[] } {
  const versions = versionsOf(rules);
  const compiled = rules.flatMap(({ id, content }) => compileBusRule({ id, ...content }) ?? []);
  const watch = new BusWatch(compiled, () => USUAL_BIT_RATES, states(bindingNumber, versions), newestUs);
  watch.advanceSilence(newestUs + silentUs);
  const of = (ruleId: string) => ({ bindingNumber, ruleVersion: versions.get(ruleId) ?? 0 });
  return {
    changes: watch.takeChanges().map(({ index, ...change }) => ({ ...change, ...NO_FRAME, ...of(change.ruleId) })),
    states: watch.takeDirty().map(({ stored, ...key }) => ({
      ...key,
      ...of(key.ruleId),
      state: JSON.stringify(stored),
    })),
  };
}
