import { ConditionState, FALSE, type StoredCondition, TRUE, type Truth, UNKNOWN } from "./condition-state.ts";
import type { MachineRule } from "./watched-rule.ts";

export const MACHINE_STATES = ["normal", "pending", "active", "recovering"] as const;
export type MachineState = (typeof MACHINE_STATES)[number];
export type ChangeKind = "fired" | "recovered" | "lost" | "found" | "repeated";

/** A moment that somebody may have to hear of. */
export interface MachineChange {
  readonly kind: ChangeKind;
  readonly atUs: number;
  /** Of the first condition that has values. */
  readonly value: number | null;
  readonly peak: number | null;
  readonly hits: number;
}

/** Each state that a machine enters, also those that nobody has to hear of. */
export type Entered = (state: MachineState, atUs: number) => void;

export interface StoredMachine {
  readonly state: MachineState;
  readonly sinceUs: number;
  readonly clockUs: number;
  readonly isLost: boolean;
  readonly hits: number;
  readonly peak: number | null;
  readonly repeatedUs: number;
  readonly conditions: readonly StoredCondition[];
}

/** Channels of one terminal are read one after the other; a larger step back is a clock that was set. */
export const DISORDER_US = 2_000_000;
/** TRG-04: no action comes more often. */
export const REPEAT_US = 60_000_000;

/**
 * TRG-03: the state of one rule on one channel of a device: normal → pending → active → recovering. Time is the frames'
 * own; what happens by passing time happens at its exact moment, wherever batches are cut.
 */
export class RuleMachine {
  readonly #rule: MachineRule;
  readonly #conditions: readonly ConditionState[];
  readonly #changed: (change: MachineChange) => void;
  readonly #entered: Entered | undefined;
  /** True: something changed that has to be stored. */
  isDirty = false;
  /** How often the condition began to be true, long enough or not. */
  pendings = 0;
  #state: MachineState = "normal";
  #sinceUs = 0;
  #clockUs = Number.NaN;
  #isLost = false;
  #hits = 0;
  #peak = Number.NaN;
  #repeatedUs = 0;
  #restored: StoredMachine | undefined;
  readonly #newestUs: number;

  /** `newestUs`: of the newest frame that the restored state may know of. */
  constructor(
    rule: MachineRule,
    changed: (change: MachineChange) => void,
    restored?: StoredMachine,
    entered?: Entered,
    newestUs = Number.POSITIVE_INFINITY,
  ) {
    this.#rule = rule;
    this.#changed = changed;
    this.#entered = entered;
    this.#conditions = rule.conditions.map((condition) => new ConditionState(condition, rule.timeoutUs));
    this.#restored = restored;
    this.#newestUs = newestUs;
  }

  get state(): MachineState {
    return this.#restored?.state ?? this.#state;
  }

  /** Of a rule with one condition. */
  get hasCycle(): boolean {
    return this.#conditions[0]?.hasCycle ?? false;
  }

  /** Whether this time has to be told: a clock that never began, or something that is due. */
  isWaiting(atUs: number): boolean {
    return Number.isNaN(this.#clockUs) || this.#timerUs <= atUs || this.#nextDue.deadlineUs <= atUs;
  }

  /** Goes on from the newest frame of the device: a stored state keeps its own time, which may be behind that frame. */
  resume(newestUs: number): void {
    if (this.#restored !== undefined) this.#restore(this.#restored, newestUs);
    else this.advance(newestUs);
  }

  /** Time passes. */
  advance(atUs: number): void {
    const nowUs = this.#arrive(atUs);
    for (;;) {
      const timerUs = this.#timerUs;
      const next = this.#nextDue;
      if (timerUs <= nowUs && timerUs <= next.deadlineUs) this.#elapse(timerUs);
      else if (next.deadlineUs <= nowUs) {
        const dueUs = next.deadlineUs;
        next.expire();
        this.isDirty = true;
        this.#settle(dueUs);
      } else break;
    }
    this.#clockUs = nowUs;
  }

  /** A frame of one of the conditions; NaN where it has no value. */
  sample(condition: number, atUs: number, value: number): void {
    this.advance(atUs);
    const state = this.#conditions[condition];
    if (state === undefined) return;
    if (state.isCounting) this.isDirty = true;
    if (state.sample(this.#clockUs, value)) {
      this.isDirty = true;
      this.#settle(this.#clockUs);
    }
    if (this.#truth === TRUE) this.#hit();
  }

  /** A sample that stands for frames which are not judged. */
  sampleAlone(condition: number, atUs: number, value: number): void {
    this.#conditions[condition]?.skip();
    this.sample(condition, atUs, value);
  }

  /** Nothing follows: an alarm that runs is over with the last frame of its conditions. */
  end(): void {
    if (this.#restored !== undefined) this.#restore(this.#restored, this.#restored.clockUs);
    if (this.#state !== "active" && this.#state !== "recovering") return;
    this.#enter("normal", this.#clockUs);
    this.#tell("recovered", this.#clockUs);
  }

  get stored(): StoredMachine {
    if (this.#restored !== undefined) return this.#restored;
    return {
      state: this.#state,
      sinceUs: this.#sinceUs,
      clockUs: Number.isNaN(this.#clockUs) ? 0 : this.#clockUs,
      isLost: this.#isLost,
      hits: this.#hits,
      peak: orNull(this.#peak),
      repeatedUs: this.#repeatedUs,
      conditions: this.#conditions.map(({ stored }) => stored),
    };
  }

  get #timerUs(): number {
    if (this.#state === "pending") return this.#sinceUs + this.#rule.holdUs;
    if (this.#state === "recovering" && !this.#isLost) return this.#sinceUs + this.#rule.recoverUs;
    return Number.POSITIVE_INFINITY;
  }

  /** The condition whose truth changes first by passing time. */
  get #nextDue(): ConditionState {
    let due = this.#conditions[0] as ConditionState;
    for (let i = 1; i < this.#conditions.length; i++) {
      const other = this.#conditions[i] as ConditionState;
      if (other.deadlineUs < due.deadlineUs) due = other;
    }
    return due;
  }

  /** The machine's time of a frame: never back, unless the terminal's clock was set. */
  #arrive(atUs: number): number {
    if (this.#restored !== undefined) this.#restore(this.#restored, atUs);
    if (Number.isNaN(this.#clockUs)) {
      for (const condition of this.#conditions) condition.begin(atUs);
      return atUs;
    }
    const byUs = atUs - this.#clockUs;
    if (byUs >= 0) return atUs;
    if (byUs >= -DISORDER_US) return this.#clockUs;
    for (const condition of this.#conditions) condition.shift(byUs);
    this.#sinceUs += byUs;
    this.#repeatedUs += byUs;
    return atUs;
  }

  #restore(stored: StoredMachine, atUs: number): void {
    this.#restored = undefined;
    this.#state = stored.state;
    this.#sinceUs = stored.sinceUs;
    this.#clockUs = stored.clockUs;
    this.#isLost = stored.isLost;
    this.#hits = stored.hits;
    this.#peak = stored.peak ?? Number.NaN;
    this.#repeatedUs = stored.repeatedUs;
    for (const [i, condition] of this.#conditions.entries()) {
      const of = stored.conditions[i];
      if (of) condition.restore(of, atUs, this.#newestUs);
    }
  }

  get #truth(): Truth {
    if (this.#conditions.length === 1) return (this.#conditions[0] as ConditionState).truth;
    const decisive = this.#rule.connector === "and" ? FALSE : TRUE;
    let isUnknown = false;
    for (const { truth } of this.#conditions) {
      if (truth === decisive) return decisive;
      if (truth === UNKNOWN) isUnknown = true;
    }
    if (isUnknown) return UNKNOWN;
    return decisive === FALSE ? TRUE : FALSE;
  }

  #settle(atUs: number): void {
    const truth = this.#truth;
    if (this.#state === "normal") {
      if (truth === TRUE) this.#begin(atUs);
      return;
    }
    if (this.#state === "pending") {
      if (truth !== TRUE) this.#enter("normal", atUs);
      return;
    }
    if (truth === UNKNOWN) {
      this.#lose(atUs);
      return;
    }
    if (this.#isLost) this.#find(atUs);
    if (truth === TRUE && this.#state === "recovering") this.#enter("active", atUs);
    if (truth === FALSE && this.#state === "active") {
      this.#enter("recovering", atUs);
      if (this.#rule.recoverUs === 0) this.#elapse(atUs);
    }
  }

  #begin(atUs: number): void {
    this.#hits = 0;
    this.#peak = Number.NaN;
    this.pendings += 1;
    this.#enter("pending", atUs);
    if (this.#rule.holdUs === 0) this.#elapse(atUs);
  }

  /** The time of a pending or recovering state is over. */
  #elapse(atUs: number): void {
    if (this.#state === "pending") {
      this.#enter("active", atUs);
      this.#repeatedUs = atUs;
      this.#tell("fired", atUs);
    } else {
      this.#enter("normal", atUs);
      this.#tell("recovered", atUs);
    }
  }

  #lose(atUs: number): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.isDirty = true;
    this.#tell("lost", atUs);
  }

  #find(atUs: number): void {
    this.#isLost = false;
    this.isDirty = true;
    // The time without a signal is no time without the alarm.
    if (this.#state === "recovering") this.#sinceUs = atUs;
    this.#tell("found", atUs);
  }

  #hit(): void {
    this.#hits += 1;
    const source = this.#conditions.find(({ value }) => !Number.isNaN(value));
    if (source) this.#peak = source.farther(this.#peak, source.value);
    const atUs = this.#clockUs;
    if (this.#rule.mode !== "every" || this.#state !== "active" || atUs - this.#repeatedUs < REPEAT_US) return;
    this.#repeatedUs = atUs;
    this.isDirty = true;
    this.#tell("repeated", atUs);
  }

  #enter(state: MachineState, atUs: number): void {
    this.#state = state;
    this.#sinceUs = atUs;
    this.isDirty = true;
    this.#entered?.(state, atUs);
  }

  #tell(kind: ChangeKind, atUs: number): void {
    const value = this.#conditions.find((one) => !Number.isNaN(one.value))?.value ?? Number.NaN;
    const peak = Number.isNaN(this.#peak) ? value : this.#peak;
    this.#changed({ kind, atUs, value: orNull(value), peak: orNull(peak), hits: Math.max(1, this.#hits) });
  }
}

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
