import type { TimedPosition } from "@canopy/can/gps/track-judge";
import { Backlog } from "./backlog.ts";
import { LATE_US } from "./device-watch.ts";
import { FenceLane, type StoredFenceRule, type StoredPlace } from "./fence-lane.ts";
import type { FenceCause, FenceSet } from "./fence-set.ts";
import type { MachineKey } from "./machine-rows.ts";
import type { MachineChange } from "./rule-machine.ts";

/** Rules on fences have no channel. */
const NO_CHANNEL = 0;
/** A clock that was ahead by more and is then set right begins anew. */
const AHEAD_US = 60_000_000;

export interface PlaceChange extends MachineKey, MachineChange {
  readonly cause?: FenceCause;
}

export interface PlaceRow extends MachineKey {
  readonly stored: StoredFenceRule;
}

/** Of the present and of the late lane. */
export type StoredPlaces = readonly [StoredPlace | null, StoredPlace | null];

/** GPS-03: the rules on fences of one device; late positions have a lane of their own. */
export class PlaceWatch {
  readonly #set: FenceSet;
  readonly #present: FenceLane;
  #late: FenceLane;
  readonly #backlog: Backlog;
  #changes: PlaceChange[] = [];

  constructor(set: FenceSet, rows: readonly PlaceRow[] = [], last: StoredPlaces = [null, null]) {
    this.#set = set;
    this.#present = this.#lane(false, last[0]);
    this.#late = this.#lane(true, last[1]);
    this.#backlog = new Backlog(last[1] !== null);
    const numbers = new Map(set.rules.map(({ id }, number) => [id, number]));
    for (const { ruleId, isLate, stored } of rows) {
      const rule = numbers.get(ruleId);
      if (rule !== undefined) (isLate ? this.#late : this.#present).restore(rule, stored);
    }
  }

  judge(position: TimedPosition, receivedAtMs: number): void {
    const nowUs = receivedAtMs * 1000;
    const isLate = position.timeUs < nowUs - LATE_US;
    if (!isLate && this.#backlog.ends(receivedAtMs)) this.#endLate();
    if (isLate && this.#backlog.begins(receivedAtMs)) this.#late.goOn(this.#present, position.timeUs);
    const lane = isLate ? this.#late : this.#present;
    const { last } = lane;
    if (last && position.timeUs < last.timeUs && last.timeUs > nowUs + AHEAD_US) lane.restart();
    lane.add(position);
  }

  /** How often the other side of a border was seen, long enough or not. */
  get pendings(): number {
    return this.#present.pendings + this.#late.pendings;
  }

  /** The changes since the last call, in order. */
  takeChanges(): PlaceChange[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }

  /** Rules that changed since the last call. */
  takeDirty(): PlaceRow[] {
    const rows: PlaceRow[] = [];
    for (const lane of [this.#present, this.#late]) {
      const isLate = lane === this.#late;
      for (const rule of lane.dirty)
        rows.push({ ruleId: this.#idOf(rule), channel: NO_CHANNEL, isLate, stored: lane.stored(rule) });
      lane.dirty.clear();
    }
    return rows;
  }

  get last(): StoredPlaces {
    return [placeOf(this.#present), placeOf(this.#late)];
  }

  /** Late states would meet the next backlog, perhaps weeks later. */
  #endLate(): void {
    this.#late.end();
    this.#late = this.#lane(true, null);
    for (const rule of this.#set.rules.keys()) this.#late.dirty.add(rule);
  }

  #lane(isLate: boolean, last: StoredPlace | null): FenceLane {
    const lane = new FenceLane(this.#set, ({ rule, ...change }) => {
      this.#changes.push({ ruleId: this.#idOf(rule), channel: NO_CHANNEL, isLate, ...change });
    });
    if (last) lane.last = { timeUs: last[0], latitude: last[1], longitude: last[2] };
    return lane;
  }

  #idOf(rule: number): string {
    return this.#set.rules[rule]?.id ?? "";
  }
}

const placeOf = ({ last }: FenceLane): StoredPlace | null => last && [last.timeUs, last.latitude, last.longitude];
