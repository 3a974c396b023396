import { type FenceEvent, type FenceState, watchFence } from "@canopy/can/gps/fence-watch";
import { isPoor, isZeroIsland, type TimedPosition } from "@canopy/can/gps/track-judge";
import type { FenceCause, FenceRule, FenceSet } from "./fence-set.ts";
import { type ChangeKind, type MachineChange, REPEAT_US } from "./rule-machine.ts";

const UNKNOWN = 0;
const OUTSIDE = 1;
const INSIDE = 2;
const SIDES = [null, "outside", "inside"] as const;

/** The newest judged position. */
export type StoredPlace = readonly [timeUs: number, latitude: number, longitude: number];

/** Of one rule: side of each fence with the time since when the other side is seen (null: it is not). */
export interface StoredFenceRule {
  readonly sides: readonly (readonly [side: number, pendingUs: number | null])[];
  readonly isActive: boolean;
  /** No position comes any more; absent: they do. */
  readonly isLost?: boolean;
  readonly hits: number;
  readonly repeatedUs: number;
}

export interface FenceChange extends MachineChange {
  readonly rule: number;
  readonly cause?: FenceCause;
}

/** What one position did to a rule. */
interface Turn {
  readonly fence: number;
  readonly event: FenceEvent;
}

/** GPS-03: the rules on fences of one device. Columns, since a fleet watches many fences and most are far away. */
export class FenceLane {
  readonly #set: FenceSet;
  readonly #changed: (change: FenceChange) => void;
  readonly #sides: Uint8Array;
  /** NaN: the other side is not seen. */
  readonly #pendingUs: Float64Array;
  /** Inside or pending: these are judged wherever the device is; all others are outside and wait for their place. */
  readonly #near = new Set<number>();
  readonly #unknown = new Set<number>();
  readonly #isActive: Uint8Array;
  readonly #hits: Float64Array;
  readonly #repeatedUs: Float64Array;
  /** Rules that are active. */
  readonly #ringing = new Set<number>();
  /** Of them those that said that positions stay away. */
  readonly #lost = new Set<number>();
  readonly dirty = new Set<number>();
  pendings = 0;
  last: TimedPosition | null = null;

  constructor(set: FenceSet, changed: (change: FenceChange) => void) {
    this.#set = set;
    this.#changed = changed;
    this.#sides = new Uint8Array(set.fences.length);
    this.#pendingUs = new Float64Array(set.fences.length).fill(Number.NaN);
    this.#isActive = new Uint8Array(set.rules.length);
    this.#hits = new Float64Array(set.rules.length);
    this.#repeatedUs = new Float64Array(set.rules.length);
    for (let fence = 0; fence < set.fences.length; fence++) this.#unknown.add(fence);
  }

  /** Poor positions, those without a fix and those that come late or twice change nothing. */
  add(position: TimedPosition): void {
    if (isZeroIsland(position) || isPoor(position)) return;
    const { last } = this;
    if (last && position.timeUs <= last.timeUs) return;
    this.#find(position.timeUs);
    const isLongWay = last !== null && position.timeUs - last.timeUs >= this.#set.leastDwellUs;
    const turns: Turn[] = [];
    const asked = new Set([
      ...this.#set.index.near(position, isLongWay ? last : undefined),
      ...this.#near,
      ...this.#unknown,
    ]);
    for (const fence of asked) this.#judge(fence, position, turns);
    this.last = position;
    for (const [rule, own] of Map.groupBy(turns, ({ fence }) => this.#ruleOf(fence))) this.#settle(rule, own, position);
    if (this.#ringing.size > 0) this.#hit(position.timeUs);
  }

  /** The clock of the terminal was set back: what is pending begins anew. */
  restart(): void {
    this.last = null;
    for (const fence of this.#near) {
      if (Number.isNaN(this.#pendingUs[fence])) continue;
      this.#keep(fence, this.#sides[fence] as number, Number.NaN);
      this.dirty.add(this.#ruleOf(fence));
    }
  }

  /** Late positions behind those of the present begin as these ended: an alarm that runs does not fire a second time. */
  goOn(before: FenceLane, timeUs: number): void {
    if (before.last === null || before.last.timeUs > timeUs) return;
    this.last = before.last;
    for (const rule of this.#set.rules.keys()) {
      this.restore(rule, before.stored(rule));
      this.dirty.add(rule);
    }
  }

  /** Nothing follows: alarms that run are over with the newest position. */
  end(): void {
    for (const rule of [...this.#ringing]) this.#recover(rule, this.last?.timeUs ?? (this.#repeatedUs[rule] as number));
  }

  stored(rule: number): StoredFenceRule {
    const [from, to] = this.#rangeOf(rule);
    const sides: (readonly [number, number | null])[] = [];
    for (let fence = from; fence < to; fence++) {
      const pendingUs = this.#pendingUs[fence] as number;
      sides.push([this.#sides[fence] as number, Number.isNaN(pendingUs) ? null : pendingUs]);
    }
    return {
      sides,
      isActive: this.#isActive[rule] === 1,
      ...(this.#lost.has(rule) && { isLost: true }),
      hits: this.#hits[rule] as number,
      repeatedUs: this.#repeatedUs[rule] as number,
    };
  }

  restore(rule: number, { sides, isActive, isLost = false, hits, repeatedUs }: StoredFenceRule): void {
    const [from, to] = this.#rangeOf(rule);
    for (let fence = from; fence < to; fence++) {
      const [side, pendingUs] = sides[fence - from] ?? [UNKNOWN, null];
      this.#keep(fence, side, pendingUs ?? Number.NaN);
    }
    this.#hits[rule] = hits;
    this.#repeatedUs[rule] = repeatedUs;
    if (isActive) this.#ring(rule);
    if (isLost) this.#lost.add(rule);
  }

  #judge(fence: number, position: TimedPosition, turns: Turn[]): void {
    const watched = this.#set.fences[fence];
    if (watched === undefined) return;
    const { dwellUs } = this.#set.rules[watched.rule] as FenceRule;
    const pendingUs = this.#pendingUs[fence] as number;
    const state: FenceState = {
      side: SIDES[this.#sides[fence] as number] ?? null,
      pendingUs: Number.isNaN(pendingUs) ? null : pendingUs,
      last: this.last,
    };
    const { state: after, event } = watchFence(watched.fence, state, position, dwellUs);
    if (event) turns.push({ fence, event });
    if (after.side === state.side && after.pendingUs === state.pendingUs) return;
    if (after.pendingUs !== null && state.pendingUs === null) this.pendings += 1;
    this.#keep(fence, after.side === "inside" ? INSIDE : OUTSIDE, after.pendingUs ?? Number.NaN);
    this.dirty.add(watched.rule);
  }

  #keep(fence: number, side: number, pendingUs: number): void {
    this.#sides[fence] = side;
    this.#pendingUs[fence] = pendingUs;
    if (side === UNKNOWN) this.#unknown.add(fence);
    else this.#unknown.delete(fence);
    if (side === INSIDE || !Number.isNaN(pendingUs)) this.#near.add(fence);
    else this.#near.delete(fence);
  }

  #settle(rule: number, turns: readonly Turn[], { latitude, longitude }: TimedPosition): void {
    const isMet = this.#isMet(rule);
    for (const { fence, event } of turns) {
      const cause: FenceCause = { reason: event.kind, latitude, longitude };
      if (event.kind === "passed") this.#pass(rule, fence, event.atUs, cause);
      else if (isMet && this.#isActive[rule] === 0) this.#fire(rule, event.atUs, cause);
      else if (!isMet && this.#isActive[rule] === 1) this.#recover(rule, event.atUs, cause);
    }
  }

  /** In and out again between two positions. */
  #pass(rule: number, fence: number, atUs: number, cause: FenceCause): void {
    if (this.#isActive[rule] === 1 || !this.#isMet(rule, fence)) return;
    this.#fire(rule, atUs, cause);
    this.#recover(rule, atUs, cause);
  }

  /** `inside`: as if the device were inside of this one. */
  #isMet(rule: number, inside?: number): boolean {
    const [from, to] = this.#rangeOf(rule);
    const isAnd = this.#set.rules[rule]?.connector === "and";
    for (let fence = from; fence < to; fence++) {
      const side = fence === inside ? INSIDE : (this.#sides[fence] as number);
      const isTrue = side !== UNKNOWN && (side === INSIDE) === this.#set.fences[fence]?.isEnter;
      if (isTrue !== isAnd) return isTrue;
    }
    return isAnd;
  }

  #fire(rule: number, atUs: number, cause: FenceCause): void {
    this.#ring(rule);
    this.#hits[rule] = 1;
    this.#repeatedUs[rule] = atUs;
    this.#tell(rule, "fired", atUs, cause);
  }

  #recover(rule: number, atUs: number, cause?: FenceCause): void {
    this.#isActive[rule] = 0;
    this.#ringing.delete(rule);
    this.#tell(rule, "recovered", atUs, cause);
  }

  #ring(rule: number): void {
    this.#isActive[rule] = 1;
    this.#ringing.add(rule);
  }

  #find(atUs: number): void {
    for (const rule of this.#lost) {
      this.#lost.delete(rule);
      this.#tell(rule, "found", atUs);
    }
  }

  #hit(atUs: number): void {
    for (const rule of this.#ringing) {
      this.#hits[rule] = (this.#hits[rule] as number) + 1;
      if (this.#set.rules[rule]?.mode !== "every" || atUs - (this.#repeatedUs[rule] as number) < REPEAT_US) continue;
      this.#repeatedUs[rule] = atUs;
      this.#tell(rule, "repeated", atUs);
    }
  }

  #tell(rule: number, kind: ChangeKind, atUs: number, cause?: FenceCause): void {
    this.dirty.add(rule);
    const hits = this.#hits[rule] as number;
    this.#changed({ rule, kind, atUs, value: null, peak: null, hits, ...(cause && { cause }) });
  }

  #ruleOf(fence: number): number {
    return this.#set.fences[fence]?.rule ?? 0;
  }

  #rangeOf(rule: number): [number, number] {
    const first = this.#set.firstOf[rule] ?? 0;
    return [first, first + (this.#set.rules[rule]?.fences.length ?? 0)];
  }
}
