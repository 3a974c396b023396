import type { FrameBatch } from "@canopy/can/frame/batch";
import { BusLane, type RatesOf } from "./bus-lane.ts";
import {
  LATE_US,
  type MachineKey,
  type MachineRow,
  nameOf,
  type StateListener,
  type WatchChange,
} from "./device-watch.ts";
import { RuleMachine, type StoredMachine } from "./rule-machine.ts";
import type { BusRule } from "./watched-rule.ts";

interface Entry {
  readonly key: MachineKey;
  readonly machine: RuleMachine;
}

/** The rules on the bus of one device: load, error frames, silence. Late frames have a lane of their own. */
export class BusWatch {
  readonly #rules: readonly BusRule[];
  readonly #restored: ReadonlyMap<string, StoredMachine>;
  readonly #lanes: readonly [BusLane, BusLane];
  readonly #entries: Entry[] = [];
  /** Follows every state of the machines, as a back-test draws them. */
  listener: StateListener | undefined;
  #changes: WatchChange[] = [];
  #index = 0;

  /** `newestUs`: of the newest stored frame, from which a silence counts. */
  constructor(rules: readonly BusRule[], ratesOf: RatesOf, rows: readonly MachineRow[] = [], newestUs?: number) {
    this.#rules = rules;
    const known = rows.filter(({ ruleId }) => rules.some(({ id }) => id === ruleId));
    this.#restored = new Map(known.map(({ stored, ...key }) => [nameOf(key), stored]));
    const laneOf = (isLate: boolean) =>
      new BusLane(rules, ratesOf, (rule, channel) => this.#addMachine(rule, channel, isLate));
    this.#lanes = [laneOf(false), laneOf(true)];
    const present = known.filter(({ isLate }) => !isLate);
    const clocksUs = present.map(({ stored }) => stored.clockUs);
    if (newestUs !== undefined || present.length > 0)
      this.#lanes[0].resume(new Set(present.map(({ channel }) => channel)), Math.max(newestUs ?? 0, ...clocksUs));
  }

  /** Frames in the order of the device. */
  judge(frames: FrameBatch, receivedAtMs: number): void {
    const lateBeforeUs = receivedAtMs * 1000 - LATE_US;
    for (let i = 0; i < frames.length; i++) {
      this.#index = i;
      this.#lanes[(frames.timeUs[i] as number) < lateBeforeUs ? 1 : 0].frame(frames, i);
    }
  }

  /** Time passes, as frames tell it. */
  advance(timeUs: number): void {
    this.#lanes[0].advance(timeUs);
  }

  /** No frame came until then. */
  advanceSilence(timeUs: number): void {
    this.#lanes[0].advanceSilence(timeUs);
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
    const dirty = this.#entries.filter(({ machine }) => machine.isDirty);
    return dirty.map(({ key, machine }) => {
      machine.isDirty = false;
      return { ...key, stored: machine.stored };
    });
  }

  #addMachine(rule: number, channel: number, isLate: boolean): RuleMachine {
    const watched = this.#rules[rule];
    if (watched === undefined) throw new RangeError(`no rule ${rule}`);
    const key = { ruleId: watched.id, channel, isLate };
    const machine = new RuleMachine(
      watched,
      (change) => this.#changes.push({ ...key, ...change, index: this.#index }),
      this.#restored.get(nameOf(key)),
      (state, atUs) => this.listener?.(channel, state, atUs),
    );
    this.#entries.push({ key, machine });
    return machine;
  }
}
