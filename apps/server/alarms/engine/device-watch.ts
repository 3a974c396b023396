import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE } from "@canopy/can/frame/frame";
import { Backlog } from "./backlog.ts";
import { ComputedState } from "./computed-state.ts";
import {
  BLANK_MACHINE,
  isKnown,
  type MachineEntry,
  type MachineKey,
  type MachineRow,
  nameOf,
  type RestoredMachine,
  seedLate,
  takeRows,
} from "./machine-rows.ts";
import { type MachineChange, type MachineState, RuleMachine } from "./rule-machine.ts";
import type { RuleSet, Watch } from "./rule-set.ts";

/** Frames older than this on arrival are judged as late: recorded, and nothing is sent. */
export const LATE_US = 600_000_000;

export interface WatchChange extends MachineKey, MachineChange {
  /** Frame of the batch that showed it. */
  readonly index: number;
}

export type StateListener = (channel: number, state: MachineState, atUs: number) => void;

interface Entry extends MachineEntry {
  /** Of a rule on a computed signal. */
  readonly computed: ComputedState | undefined;
}

/** The machines of one device. */
export class DeviceWatch {
  readonly #set: RuleSet;
  readonly #restored: Map<string, RestoredMachine>;
  readonly #backlog: Backlog;
  /** [present, late], by rule and channel. */
  readonly #lanes: readonly [Map<number, Entry>, Map<number, Entry>] = [new Map(), new Map()];
  #recent: { readonly lane: Map<number, Entry>; readonly place: number; readonly entry: Entry } | undefined;
  #changes: WatchChange[] = [];
  /** Of late machines that are gone. */
  readonly #blanked = new Map<string, MachineRow>();
  #index = 0;
  /** Follows every state of the machines, as a back-test draws them. */
  listener: StateListener | undefined;

  /** `newestUs`: of the newest stored frame, up to which the restored values count as seen. */
  constructor(set: RuleSet, rows: readonly MachineRow[] = [], newestUs?: number) {
    this.#set = set;
    const known = rows.filter(isKnown);
    this.#restored = new Map(known.map(({ stored, ...key }) => [nameOf(key), { stored, newestUs }]));
    for (const { ruleId, channel, isLate } of known) {
      const rule = set.rules.findIndex(({ id }) => id === ruleId);
      if (rule >= 0) this.#entry(isLate, rule, channel);
    }
    this.#backlog = new Backlog(this.#lanes[1].size > 0);
  }

  /** Frames in the order of the device. */
  judge(frames: FrameBatch, receivedAtMs: number): void {
    const { length, id, flags } = frames;
    if (length === 0) return;
    for (let i = 0; i < length; i++) {
      const flag = flags[i] as number;
      const watches = this.#set.watchesOf(id[i] as number, (flag & FLAG_EXTENDED) !== 0);
      if (watches === undefined || (flag & FLAG_ERROR) !== 0) continue;
      this.#sample(frames, i, watches, this.#isLate(frames.timeUs[i] as number, receivedAtMs));
    }
    this.#index = length - 1;
    const timeUs = frames.timeUs[length - 1] as number;
    const isLate = this.#isLate(timeUs, receivedAtMs);
    if (!isLate && this.#backlog.ends(receivedAtMs)) this.#endLate();
    this.#pass(timeUs, isLate);
  }

  /** Time passes without a frame of any rule. */
  advance(timeUs: number): void {
    this.#pass(timeUs, false);
  }

  /** By the frames that are not late. */
  stateOf(rule: number, channel: number): MachineState {
    return this.#lanes[0].get(rule * 256 + channel)?.machine.state ?? "normal";
  }

  /** Whether it is known how often the frames of a rule with one condition come. */
  hasCycle(rule: number, channel: number): boolean {
    return this.#lanes[0].get(rule * 256 + channel)?.machine.hasCycle ?? false;
  }

  /** A sample that stands for frames which are not read. */
  sample(of: { rule: number; condition: number; channel: number }, timeUs: number, value: number): void {
    this.#entry(false, of.rule, of.channel).machine.sampleAlone(of.condition, timeUs, value);
  }

  /** How often conditions began to be true, long enough or not. */
  get pendings(): number {
    let sum = 0;
    for (const lane of this.#lanes) for (const { machine } of lane.values()) sum += machine.pendings;
    return sum;
  }

  /** The changes since the last call, in order. */
  takeChanges(): WatchChange[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }

  /** Machines that changed since the last call. */
  takeDirty(): MachineRow[] {
    return takeRows(this.#blanked, this.#lanes[0].values(), this.#lanes[1].values());
  }

  #isLate(timeUs: number, receivedAtMs: number): boolean {
    if (timeUs >= receivedAtMs * 1000 - LATE_US) return false;
    if (this.#backlog.begins(receivedAtMs)) seedLate(this.#lanes[0].values(), timeUs, this.#restored);
    return true;
  }

  /** Late states would meet the next backlog, perhaps weeks later. */
  #endLate(): void {
    for (const { key, machine } of this.#lanes[1].values()) {
      machine.end();
      this.#restored.delete(nameOf(key));
      this.#blanked.set(nameOf(key), { ...key, stored: BLANK_MACHINE });
    }
    this.#lanes[1].clear();
    this.#recent = undefined;
  }

  #sample(frames: FrameBatch, i: number, watches: readonly Watch[], isLate: boolean): void {
    const timeUs = frames.timeUs[i] as number;
    const channel = frames.channel[i] as number;
    const start = frames.start[i] as number;
    const size = (frames.flags[i] as number) & FLAG_REMOTE ? 0 : (frames.size[i] as number);
    this.#index = i;
    for (let at = 0; at < watches.length; at++) {
      const { rule, condition, channel: watched, read, inputs } = watches[at] as Watch;
      if (watched !== null && watched !== channel) continue;
      // The inputs of a computed signal may be of other channels than its rule.
      const own = inputs === undefined ? channel : (this.#set.rules[rule]?.channel ?? channel);
      const { machine, computed } = this.#entry(isLate, rule, own);
      const value =
        inputs === undefined
          ? read(frames.data, start, size)
          : (computed?.sample(inputs, timeUs, { data: frames.data, start, size }) ?? Number.NaN);
      machine.sample(condition, timeUs, value);
    }
  }

  /** The end of a batch: time passes for rules whose frames stay away. */
  #pass(timeUs: number, isLate: boolean): void {
    for (const [rule, { channel, conditions }] of this.#set.rules.entries())
      if (channel !== null && conditions.some(({ kind }) => kind === "absent")) this.#entry(isLate, rule, channel);
    for (const { machine } of this.#lanes[isLate ? 1 : 0].values())
      if (machine.isWaiting(timeUs)) machine.advance(timeUs);
  }

  #entry(isLate: boolean, rule: number, channel: number): Entry {
    const lane = this.#lanes[isLate ? 1 : 0];
    const place = rule * 256 + channel;
    // A back-test asks for the same one millions of times.
    if (this.#recent?.lane === lane && this.#recent.place === place) return this.#recent.entry;
    const entry = lane.get(place) ?? this.#addEntry(isLate, rule, channel);
    this.#recent = { lane, place, entry };
    return entry;
  }

  #addEntry(isLate: boolean, rule: number, channel: number): Entry {
    const watched = this.#set.rules[rule];
    if (watched === undefined) throw new RangeError(`no rule ${rule}`);
    const key = { ruleId: watched.id, channel, isLate };
    const changed = (change: MachineChange) => {
      this.#changes.push({ ...key, ...change, index: this.#index });
    };
    const entered = (state: MachineState, atUs: number) => this.listener?.(channel, state, atUs);
    const { stored, newestUs } = this.#restored.get(nameOf(key)) ?? {};
    const machine = new RuleMachine(watched, changed, stored, entered, newestUs);
    const formula = watched.conditions.find(({ computed }) => computed !== undefined)?.computed;
    const entry = { key, machine, computed: formula && new ComputedState(formula, watched.timeoutUs) };
    this.#lanes[isLate ? 1 : 0].set(rule * 256 + channel, entry);
    return entry;
  }
}
