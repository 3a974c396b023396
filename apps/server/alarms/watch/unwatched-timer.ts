import { forgetRuleStates, type MarkTable } from "../../frames/landing/rule-write.ts";
import { alarmsSubject } from "../../frames/live/live-subjects.ts";
import { compileRule } from "../engine/compile-condition.ts";
import { conditionSources } from "./condition-sources.ts";
import { LookTimer } from "./look-timer.ts";
import type { KeeperParts } from "./rule-keeper.ts";
import {
  endEvents,
  eventsOfRules,
  type RunningRule,
  runningSignalRules,
  type UnwatchedEvent,
  unwatchedEvents,
} from "./unwatched-store.ts";

/** Labels, types and revisions change without a word, and a rule may be saved while its firing is on its way. */
const TICK_MS = 30_000;

type UnwatchedParts = Pick<KeeperParts, "db" | "pool" | "bus" | "log">;

/** TRG-05: ends events whose rule does not watch their device any more, since no machine will tell that they are over. */
export class UnwatchedTimer {
  readonly #parts: UnwatchedParts;
  readonly #timer: LookTimer;
  /** By rule: compiled in which version and revisions, and whether it can be judged. */
  #compiled: ReadonlyMap<string, { readonly key: string; readonly isJudged: boolean }> = new Map();

  constructor(parts: UnwatchedParts) {
    this.#parts = parts;
    this.#timer = new LookTimer(
      () => this.look(),
      TICK_MS,
      (error) => parts.log.warn({ err: error }, "events of rules that watch no more could not be ended"),
    );
  }

  start(): void {
    this.#timer.start();
  }

  stop(): Promise<void> {
    return this.#timer.stop();
  }

  async look(): Promise<void> {
    const { db, bus } = this.#parts;
    const events = [...(await unwatchedEvents(db)), ...(await eventsOfRules(db, await this.#unjudgedRules()))];
    const [kept, free] = [events.filter(({ hasStates }) => hasStates), events.filter(({ hasStates }) => !hasStates)];
    // States first: an alarm that went on from them would have no event.
    const ended = [...free, ...(await this.#forget(kept, false)), ...(await this.#forget(kept, true))];
    for (const tenantId of await endEvents(db, ended)) bus.publish(alarmsSubject(tenantId), new Uint8Array(0));
  }

  /** Those whose states are gone: of bindings of this frame server, which no other process has locked. */
  async #forget(events: readonly UnwatchedEvent[], isOnFences: boolean): Promise<UnwatchedEvent[]> {
    const own = events.filter((event) => event.isOnFences === isOnFences);
    const table: MarkTable = isOnFences ? "place_marks" : "rule_marks";
    const dead = own.flatMap(({ binding, ruleId }) =>
      ruleId === null ? [] : { bindingNumber: binding, ruleId, ruleVersion: null },
    );
    const gone = await forgetRuleStates(this.#parts.pool, table, dead);
    return own.filter(({ binding }) => gone.has(binding));
  }

  /** A signal of theirs is gone with a new revision, or with another formula. */
  async #unjudgedRules(): Promise<RunningRule[]> {
    const rules = await runningSignalRules(this.#parts.db);
    const compiled = new Map<string, { readonly key: string; readonly isJudged: boolean }>();
    for (const rule of rules) {
      const key = `${rule.version}/${rule.revisions}`;
      const known = this.#compiled.get(rule.id);
      const isJudged = known?.key === key ? known.isJudged : await this.#isJudged(rule);
      compiled.set(rule.id, { key, isJudged });
    }
    this.#compiled = compiled;
    return rules.filter(({ id }) => compiled.get(id)?.isJudged === false);
  }

  async #isJudged({ id, tenantId, content }: RunningRule): Promise<boolean> {
    const sources = await conditionSources(this.#parts.db, tenantId, content.conditions);
    return compileRule({ id, ...content }, sources) !== undefined;
  }
}
