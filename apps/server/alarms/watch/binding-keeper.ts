import type { Judge } from "../../frames/ingest/batch-judge.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { rulesSubject } from "../rules/rule-subjects.ts";
import { type WatchingRule, watchingRules } from "./watch-store.ts";

/** A message that was missed, another label or revision: found by looking. */
const LOOK_MS = 30_000;
const MOST_PER_QUERY = 1000;
const MOST_SETS = 2000;

export interface KeptParts {
  readonly db: Db;
  readonly bus: Bus;
  readonly log: Log;
  /** Changes were committed. */
  changed(): void;
}

interface Kept<Watched> {
  /** Which rules in which versions. */
  readonly key: string;
  readonly tenantId: string | undefined;
  readonly watched: Watched | null;
}

export type RulesByBinding = ReadonlyMap<number, readonly WatchingRule[]>;

/** The rules of the bindings that send here, compiled once for all devices that have the same. */
export abstract class BindingKeeper<Watched, RuleSet> implements Judge<Watched> {
  readonly #parts: KeptParts;
  readonly #kept = new Map<number, Kept<Watched>>();
  readonly #sets = new Map<string, Promise<RuleSet>>();
  readonly #wanted = new Set<number>();
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  #loading: Promise<void> | undefined;

  constructor(parts: KeptParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.bus.subscribe(rulesSubject("*"), (_payload, subject) => this.#forgetTenant(subject));
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
    this.#timer.unref();
  }

  /** Whether the rule is judged here. */
  protected abstract takes(rule: WatchingRule): boolean;
  protected abstract compile(rules: readonly WatchingRule[]): Promise<RuleSet>;
  /** Bindings with their states; those that have no rules that can be judged are left out. */
  protected abstract watch(rules: RulesByBinding): Promise<ReadonlyMap<number, Watched>>;

  find(bindingNumber: number): Watched | null | undefined {
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
        const rules = await this.#rulesOf(asked);
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

  protected setOf(rules: readonly WatchingRule[]): Promise<RuleSet> {
    const key = keyOf(rules);
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    if (this.#sets.size >= MOST_SETS) this.#sets.clear();
    const made = this.compile(rules);
    this.#sets.set(key, made);
    made.catch(() => this.#sets.delete(key));
    return made;
  }

  /** Rules of a tenant that has none yet may be the news, so that unwatched bindings are read again too. */
  #forgetTenant(subject: string): void {
    for (const [binding, { tenantId }] of this.#kept)
      if (tenantId === undefined || rulesSubject(tenantId) === subject) this.forget(binding);
  }

  async #rulesOf(bindings: readonly number[]): Promise<RulesByBinding> {
    const rules = await watchingRules(this.#parts.db, bindings);
    return Map.groupBy(
      rules.filter((rule) => this.takes(rule)),
      ({ binding }) => binding,
    );
  }

  async #loadWanted(): Promise<void> {
    // The requests of this turn of the event loop go together.
    await Promise.resolve();
    const bindings = [...this.#wanted].slice(0, MOST_PER_QUERY);
    try {
      const rules = await this.#rulesOf(bindings);
      const watched = rules.size > 0 ? await this.watch(rules) : undefined;
      for (const binding of bindings) {
        const own = rules.get(binding) ?? [];
        const entry = { key: keyOf(own), tenantId: own[0]?.tenantId, watched: watched?.get(binding) ?? null };
        this.#kept.set(binding, entry);
      }
    } finally {
      for (const binding of bindings) this.#wanted.delete(binding);
      this.#loading = undefined;
    }
  }
}

const keyOf = (rules: readonly WatchingRule[]): string =>
  rules.map(({ id, version, revisions }) => `${id}@${version}/${revisions}`).join(" ");

export const versionsOf = (rules: readonly WatchingRule[]): ReadonlyMap<string, number> =>
  new Map(rules.map(({ id, version }) => [id, version]));
