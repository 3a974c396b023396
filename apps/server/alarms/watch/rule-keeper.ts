import type pg from "pg";
import type { WatchedBinding } from "../../frames/ingest/batch-judge.ts";
import { parsedDbc } from "../../signals/dbc/parsed-dbc.ts";
import { compileRule } from "../engine/compile-condition.ts";
import type { StoredMachine } from "../engine/rule-machine.ts";
import { RuleSet } from "../engine/rule-set.ts";
import { BindingKeeper, type KeptParts, type RulesByBinding, versionsOf } from "./binding-keeper.ts";
import { isOnFences, readMarks, readStates, statesBy, type WatchingRule } from "./watch-store.ts";
import { WatchedDevice } from "./watched-device.ts";

export interface KeeperParts extends KeptParts {
  /** Of the frame server. */
  readonly pool: pg.Pool;
}

/** TRG-03: rules on frames, judged as batches land. */
export class RuleKeeper extends BindingKeeper<WatchedBinding, RuleSet> {
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
    const watched = new Map<number, WatchedBinding>();
    for (const [bindingNumber, own] of rules) {
      const set = await this.setOf(own);
      if (set.rules.length === 0) continue;
      const versions = versionsOf(own);
      const version = marks.get(bindingNumber) ?? 0;
      const of = { bindingNumber, set, versions, version, states: states(bindingNumber, versions) };
      watched.set(bindingNumber, new WatchedDevice(of));
    }
    return watched;
  }

  protected async compile(rules: readonly WatchingRule[]): Promise<RuleSet> {
    const dbcs = new Map<string, Awaited<ReturnType<typeof parsedDbc>>>();
    for (const { tenantId, content } of rules)
      for (const condition of content.conditions)
        if (condition.kind === "signal" && !dbcs.has(condition.dbc_id))
          dbcs.set(condition.dbc_id, await parsedDbc(this.#parts.db, tenantId, condition.dbc_id));
    const compiled = rules.map(({ id, content }) => compileRule({ id, ...content }, (dbcId) => dbcs.get(dbcId)?.dbc));
    return new RuleSet(compiled.filter((rule) => rule !== undefined));
  }
}
