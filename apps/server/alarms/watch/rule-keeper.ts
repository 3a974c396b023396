import type { BitRates } from "@canopy/can/bus/bus-load";
import type pg from "pg";
import { bitRatesOfBindings, USUAL_BIT_RATES } from "../../devices/configuration/bit-rate-store.ts";
import type { WatchedBinding } from "../../frames/ingest/batch-judge.ts";
import type { RatesOf } from "../engine/bus-lane.ts";
import { compileBusRule, compileRule } from "../engine/compile-condition.ts";
import type { StoredMachine } from "../engine/rule-machine.ts";
import { RuleSet } from "../engine/rule-set.ts";
import type { WatchedRule } from "../engine/watched-rule.ts";
import { BindingKeeper, type KeptParts, type RulesByBinding, versionsOf } from "./binding-keeper.ts";
import { conditionSources } from "./condition-sources.ts";
import {
  isOnBus,
  isOnFences,
  readMarks,
  readNewestFrames,
  readStates,
  statesBy,
  type WatchingRule,
} from "./watch-store.ts";
import { type CompiledRules, WatchedDevice } from "./watched-device.ts";

export interface KeeperParts extends KeptParts {
  /** Of the frame server. */
  readonly pool: pg.Pool;
}

/** TRG-03: rules on frames and on the bus, judged as batches land. */
export class RuleKeeper extends BindingKeeper<WatchedBinding, CompiledRules> {
  readonly #parts: KeeperParts;

  constructor(parts: KeeperParts) {
    super(parts);
    this.#parts = parts;
  }

  protected takes(rule: WatchingRule): boolean {
    return !isOnFences(rule);
  }

  protected async watch(rules: RulesByBinding): Promise<ReadonlyMap<number, WatchedBinding>> {
    const bindings = [...rules.keys()];
    const marks = await readMarks(this.#parts.pool, bindings);
    const states = statesBy(await readStates<StoredMachine>(this.#parts.pool, bindings));
    const ratesOf = await this.#ratesOf(rules);
    const newest = await readNewestFrames(this.#parts.pool, bindings);
    const watched = new Map<number, WatchedBinding>();
    for (const [bindingNumber, own] of rules) {
      const compiled = await this.setOf(own);
      if (compiled.frames.rules.length + compiled.bus.length === 0) continue;
      const versions = versionsOf(own);
      const version = marks.get(bindingNumber) ?? 0;
      const of = { bindingNumber, rules: compiled, versions, version, states: states(bindingNumber, versions) };
      const { newestUs } = newest.get(bindingNumber) ?? {};
      watched.set(bindingNumber, new WatchedDevice({ ...of, ratesOf: ratesOf(bindingNumber), newestUs }));
    }
    return watched;
  }

  /** What rules on the bus have to know of a device. */
  async #ratesOf(rules: RulesByBinding): Promise<(binding: number) => RatesOf> {
    const { db } = this.#parts;
    const onBus = [...rules.values()].flat().filter(isOnBus);
    const byTenant = Map.groupBy(onBus, ({ tenantId }) => tenantId);
    const rates = new Map<number, ReadonlyMap<number, BitRates>>();
    for (const [tenantId, own] of byTenant)
      for (const [binding, found] of await bitRatesOfBindings(db, tenantId, bindingsOf(own))) rates.set(binding, found);
    return (binding) => (channel) => rates.get(binding)?.get(channel) ?? USUAL_BIT_RATES;
  }

  protected async compile(rules: readonly WatchingRule[]): Promise<CompiledRules> {
    const [bus, others] = [rules.filter(isOnBus), rules.filter((rule) => !isOnBus(rule))];
    const compiled: WatchedRule[] = [];
    for (const [tenantId, own] of Map.groupBy(others, (rule) => rule.tenantId)) {
      const conditions = own.flatMap(({ content }) => content.conditions);
      const sources = await conditionSources(this.#parts.db, tenantId, conditions);
      compiled.push(...own.flatMap(({ id, content }) => compileRule({ id, ...content }, sources) ?? []));
    }
    return {
      frames: new RuleSet(compiled),
      bus: bus.flatMap(({ id, content }) => compileBusRule({ id, ...content }) ?? []),
    };
  }
}

const bindingsOf = (rules: readonly WatchingRule[]): number[] => [...new Set(rules.map(({ binding }) => binding))];
