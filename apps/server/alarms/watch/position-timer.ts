import {
  forgetRuleStates,
  type RuleChangeRow,
  type RuleStateRow,
  writeRuleStates,
} from "../../frames/landing/rule-write.ts";
import type { StoredFenceRule } from "../engine/fence-lane.ts";
import { versionsOf } from "./binding-keeper.ts";
import { LookTimer } from "./look-timer.ts";
import type { KeeperParts } from "./rule-keeper.ts";
import { type RingingFence, ringingFences, watchingRules } from "./watch-store.ts";

const TICK_MS = 10_000;
/** GPS-03: a fence alarm without a position for this long says so. */
export const NO_POSITION_S = 300;
const MOST_AT_ONCE = 500;

interface PositionParts extends KeeperParts {
  /** Its states were written here. */
  forget(bindingNumber: number): void;
}

/** No position shows it. */
const NO_FRAME = { epoch: 0, sequence: 0, frame: 0 } as const;

/** GPS-03: tells of fence alarms whose device sends no positions any more: they are lost, not over. */
export class PositionTimer {
  readonly #parts: PositionParts;
  readonly #timer: LookTimer;

  constructor(parts: PositionParts) {
    this.#parts = parts;
    this.#timer = new LookTimer(
      () => this.look(),
      TICK_MS,
      (error) => parts.log.warn({ err: error }, "fence alarms without positions could not be looked for"),
    );
  }

  start(): void {
    this.#timer.start();
  }

  stop(): Promise<void> {
    return this.#timer.stop();
  }

  async look(): Promise<void> {
    const { db, pool } = this.#parts;
    const ringing = await ringingFences(pool, NO_POSITION_S, MOST_AT_ONCE);
    if (ringing.length === 0) return;
    const bindings = [...new Set(ringing.map(({ binding }) => binding))];
    const rules = Map.groupBy(await watchingRules(db, bindings), ({ binding }) => binding);
    const isWatching = ({ binding, ruleId, ruleVersion }: RingingFence) =>
      versionsOf(rules.get(binding) ?? []).get(ruleId) === ruleVersion;
    const lost = ringing.filter(isWatching);
    const known = new Map(lost.map(({ binding, version }) => [binding, version]));
    const written = await writeRuleStates(pool, "place_marks", {
      marks: [...known].map(([bindingNumber, version]) => ({ bindingNumber, known: version })),
      states: lost.map(lostState),
      changes: lost.map(lostChange),
    });
    for (const binding of written) this.#parts.forget(binding);
    if (written.size > 0) this.#parts.changed();
    // They would stand before all others at every look.
    const dead = ringing.filter((row) => !isWatching(row));
    await forgetRuleStates(pool, "place_marks", dead.map(keyOf));
  }
}

const keyOf = ({ binding: bindingNumber, ruleId, ruleVersion, channel }: RingingFence) => ({
  bindingNumber,
  ruleId,
  ruleVersion,
  channel,
  isLate: false,
});

function lostState(row: RingingFence): RuleStateRow {
  const state: StoredFenceRule = { ...row.stored, isLost: true };
  return { ...keyOf(row), state: JSON.stringify(state) };
}

/** Lost since the newest position. */
const lostChange = (row: RingingFence): RuleChangeRow => ({
  ...keyOf(row),
  ...NO_FRAME,
  kind: "lost",
  atUs: row.lastUs,
  value: null,
  peak: null,
  hits: row.stored.hits,
});
