import type pg from "pg";
import type { BatchJudge, WatchedBinding } from "../../frames/ingest/batch-judge.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { parsedDbc } from "../../signals/dbc/parsed-dbc.ts";
import { compileRule } from "../engine/compile-condition.ts";
import { RuleSet } from "../engine/rule-set.ts";
import { rulesSubject } from "../rules/rule-subjects.ts";
import { readMarks, readStates, type StateRow, type WatchingRule, watchingRules } from "./watch-store.ts";
import { WatchedDevice } from "./watched-device.ts";

/** A message that was missed, another label or revision: found by looking. */
const LOOK_MS = 30_000;
const MOST_PER_QUERY = 1000;
const MOST_SETS = 2000;

export interface KeeperParts {
  readonly db: Db;
  /** Of the frame server. */
  readonly pool: pg.Pool;
  readonly bus: Bus;
  readonly log: Log;
  /** Changes were committed. */
  changed(): void;
}

interface Kept {
  /** Which rules in which versions. */
  readonly key: string;
  readonly tenantId: string | undefined;
  readonly watched: WatchedBinding | null;
}

/** The rules of the bindings that send here, compiled once for all devices that have the same. */
export class RuleKeeper implements BatchJudge {
  readonly #parts: KeeperParts;
  readonly #kept = new Map<number, Kept>();
  readonly #sets = new Map<string, Promise<RuleSet>>();
  readonly #wanted = new Set<number>();
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  #loading: Promise<void> | undefined;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.bus.subscribe(rulesSubject("*"), (_payload, subject) => this.#forgetTenant(subject));
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
    this.#timer.unref();
  }

  find(bindingNumber: number): WatchedBinding | null | undefined {
    return this.#kept.get(bindingNumber)?.watched;
  }

  async load(bindingNumber: number): Promise<void> {
    this.#wanted.add(bindingNumber);
    while (this.#wanted.has(bindingNumber)) {
      this.#loading ??= this.#loadWanted();
      await this.#loading;
    }
  }

  forget(bindingNumber: number): void {
    this.#kept.delete(bindingNumber);
  }

  changed(): void {
    this.#parts.changed();
  }

  /** Compares the rules in memory with those of the database. */
  async look(): Promise<void> {
    try {
      const bindings = [...this.#kept.keys()];
      for (let at = 0; at < bindings.length; at += MOST_PER_QUERY) {
        const asked = bindings.slice(at, at + MOST_PER_QUERY);
        const rules = Map.groupBy(await watchingRules(this.#parts.db, asked), ({ binding }) => binding);
        for (const binding of asked)
          if (this.#kept.get(binding)?.key !== keyOf(rules.get(binding) ?? [])) this.forget(binding);
      }
    } catch (error) {
      this.#parts.log.warn({ err: error }, "rules could not be compared");
    }
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#unsubscribe();
  }

  /** Rules of a tenant that has none yet may be the news, so that unwatched bindings are read again too. */
  #forgetTenant(subject: string): void {
    for (const [binding, { tenantId }] of this.#kept)
      if (tenantId === undefined || rulesSubject(tenantId) === subject) this.forget(binding);
  }

  async #loadWanted(): Promise<void> {
    // The requests of this turn of the event loop go together.
    await Promise.resolve();
    const bindings = [...this.#wanted].slice(0, MOST_PER_QUERY);
    try {
      const rules = Map.groupBy(await watchingRules(this.#parts.db, bindings), ({ binding }) => binding);
      const watched = [...rules.keys()];
      const marks = watched.length > 0 ? await readMarks(this.#parts.pool, watched) : new Map<number, number>();
      const states = watched.length > 0 ? await readStates(this.#parts.pool, watched) : [];
      const byBinding = Map.groupBy(states, ({ binding }) => binding);
      for (const binding of bindings) {
        const own = rules.get(binding) ?? [];
        const version = marks.get(binding) ?? 0;
        const device = await this.#watch(binding, own, version, byBinding.get(binding) ?? []);
        this.#kept.set(binding, { key: keyOf(own), tenantId: own[0]?.tenantId, watched: device });
      }
    } finally {
      for (const binding of bindings) this.#wanted.delete(binding);
      this.#loading = undefined;
    }
  }

  async #watch(
    bindingNumber: number,
    rules: readonly WatchingRule[],
    version: number,
    rows: readonly StateRow[],
  ): Promise<WatchedBinding | null> {
    if (rules.length === 0) return null;
    const set = await this.#setOf(rules);
    if (set.rules.length === 0) return null;
    const versions = new Map(rules.map((rule) => [rule.id, rule.version]));
    const states = rows.filter(({ ruleId, ruleVersion }) => versions.get(ruleId) === ruleVersion);
    return new WatchedDevice({ bindingNumber, set, versions, version, states });
  }

  #setOf(rules: readonly WatchingRule[]): Promise<RuleSet> {
    const key = keyOf(rules);
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    if (this.#sets.size >= MOST_SETS) this.#sets.clear();
    const made = compileSet(this.#parts.db, rules);
    this.#sets.set(key, made);
    made.catch(() => this.#sets.delete(key));
    return made;
  }
}

const keyOf = (rules: readonly WatchingRule[]): string =>
  rules.map(({ id, version, revisions }) => `${id}@${version}/${revisions}`).join(" ");

async function compileSet(db: Db, rules: readonly WatchingRule[]): Promise<RuleSet> {
  const dbcs = new Map<string, Awaited<ReturnType<typeof parsedDbc>>>();
  for (const { tenantId, content } of rules)
    for (const condition of content.conditions)
      if (condition.kind === "signal" && !dbcs.has(condition.dbc_id))
        dbcs.set(condition.dbc_id, await parsedDbc(db, tenantId, condition.dbc_id));
  const compiled = rules.map(({ id, content }) => compileRule({ id, ...content }, (dbcId) => dbcs.get(dbcId)?.dbc));
  return new RuleSet(compiled.filter((rule) => rule !== undefined));
}
