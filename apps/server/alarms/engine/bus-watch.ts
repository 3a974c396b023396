import type { FrameBatch } from "@canopy/can/frame/batch";
import { Backlog } from "./backlog.ts";
import { BusLane, type RatesOf } from "./bus-lane.ts";
import { LATE_US, type StateListener, type WatchChange } from "./device-watch.ts";
import {
  BLANK_MACHINE,
  isKnown,
  type MachineEntry,
  type MachineRow,
  nameOf,
  type RestoredMachine,
  seedLate,
  takeRows,
} from "./machine-rows.ts";
import { RuleMachine } from "./rule-machine.ts";
import type { BusRule } from "./watched-rule.ts";

/** The rules on the bus of one device: load, error frames, silence. Late frames have a lane of their own. */
export class BusWatch {
  readonly #rules: readonly BusRule[];
  readonly #ratesOf: RatesOf;
  readonly #restored: Map<string, RestoredMachine>;
  readonly #present: BusLane;
  #late: BusLane;
  readonly #backlog: Backlog;
  #entries: MachineEntry[] = [];
  /** Of late machines that are gone. */
  readonly #blanked = new Map<string, MachineRow>();
  /** Follows every state of the machines, as a back-test draws them. */
  listener: StateListener | undefined;
  #changes: WatchChange[] = [];
  #index = 0;

  /** `newestUs`: of the newest stored frame, from which a silence counts. */
  constructor(rules: readonly BusRule[], ratesOf: RatesOf, rows: readonly MachineRow[] = [], newestUs?: number) {
    this.#rules = rules;
    this.#ratesOf = ratesOf;
    const known = rows.filter((row) => isKnown(row) && rules.some(({ id }) => id === row.ruleId));
    this.#restored = new Map(known.map(({ stored, ...key }) => [nameOf(key), { stored }]));
    this.#present = this.#lane(false);
    this.#late = this.#lane(true);
    const [present, late] = [known.filter(({ isLate }) => !isLate), known.filter(({ isLate }) => isLate)];
    this.#backlog = new Backlog(late.length > 0);
    for (const { ruleId, channel } of late)
      this.#machine(
        rules.findIndex(({ id }) => id === ruleId),
        channel,
        true,
      );
    const clocksUs = present.map(({ stored }) => stored.clockUs);
    if (newestUs !== undefined || present.length > 0)
      this.#present.resume(new Set(present.map(({ channel }) => channel)), Math.max(newestUs ?? 0, ...clocksUs));
  }

  /** Frames in the order of the device. */
  judge(frames: FrameBatch, receivedAtMs: number): void {
    const lateBeforeUs = receivedAtMs * 1000 - LATE_US;
    let isLate = true;
    for (let i = 0; i < frames.length; i++) {
      this.#index = i;
      const timeUs = frames.timeUs[i] as number;
      isLate = timeUs < lateBeforeUs;
      if (isLate && this.#backlog.begins(receivedAtMs)) seedLate(this.#entries, timeUs, this.#restored);
      (isLate ? this.#late : this.#present).frame(frames, i);
    }
    if (!isLate && this.#backlog.ends(receivedAtMs)) this.#endLate();
  }

  /** Time passes, as frames tell it. */
  advance(timeUs: number): void {
    this.#present.advance(timeUs);
  }

  /** No frame came until then. */
  advanceSilence(timeUs: number): void {
    this.#present.advanceSilence(timeUs);
  }

  /** How often conditions began to be true, long enough or not. */
  get pendings(): number {
    return this.#entries.reduce((sum, { machine }) => sum + machine.pendings, 0);
  }

  /** The changes since the last call, in order. */
  takeChanges(): WatchChange[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }

  /** Machines that changed since the last call. */
  takeDirty(): MachineRow[] {
    return takeRows(this.#blanked, this.#entries);
  }

  #lane(isLate: boolean): BusLane {
    return new BusLane(this.#rules, this.#ratesOf, (rule, channel) => this.#machine(rule, channel, isLate));
  }

  /** As of `DeviceWatch`. */
  #endLate(): void {
    for (const { key, machine } of this.#entries) {
      if (!key.isLate) continue;
      machine.end();
      this.#restored.delete(nameOf(key));
      this.#blanked.set(nameOf(key), { ...key, stored: BLANK_MACHINE });
    }
    this.#entries = this.#entries.filter(({ key }) => !key.isLate);
    this.#late = this.#lane(true);
  }

  #machine(rule: number, channel: number, isLate: boolean): RuleMachine {
    const watched = this.#rules[rule];
    if (watched === undefined) throw new RangeError(`no rule ${rule}`);
    const key = { ruleId: watched.id, channel, isLate };
    const known = this.#entries.find((entry) => nameOf(entry.key) === nameOf(key));
    if (known !== undefined) return known.machine;
    const { stored, newestUs } = this.#restored.get(nameOf(key)) ?? {};
    const machine = new RuleMachine(
      watched,
      (change) => this.#changes.push({ ...key, ...change, index: this.#index }),
      stored,
      (state, atUs) => this.listener?.(channel, state, atUs),
      newestUs,
    );
    this.#entries.push({ key, machine });
    return machine;
  }
}
