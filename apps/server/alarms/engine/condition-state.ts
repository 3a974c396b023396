import { farther, isMet } from "./compare.ts";
import { Cycle } from "./cycle.ts";
import { RecentCount, type StoredCount } from "./recent-count.ts";
import type { Judgement } from "./watched-rule.ts";

export const UNKNOWN = 0;
export const FALSE = 1;
export const TRUE = 2;
export type Truth = typeof UNKNOWN | typeof FALSE | typeof TRUE;

/** As stored: truth, time of the last sample, measured cycle, last value (null: none), counted samples. */
export type StoredCondition = readonly [
  truth: number,
  atUs: number,
  gapUs: number,
  value: number | null,
  count?: StoredCount,
];

/** What is known of one condition on one channel of a device. */
export class ConditionState {
  readonly #condition: Judgement;
  readonly #count: RecentCount | undefined;
  readonly #cycle: Cycle;
  truth: Truth = UNKNOWN;
  /** NaN: never. */
  value = Number.NaN;
  /** When the truth changes without another frame. */
  deadlineUs = Number.POSITIVE_INFINITY;

  constructor(condition: Judgement, timeoutUs: number) {
    this.#condition = condition;
    this.#cycle = new Cycle(timeoutUs);
    this.#count = condition.kind === "count" ? new RecentCount(condition) : undefined;
  }

  /** Every sample has to be stored: the count is not known from anything else. */
  get isCounting(): boolean {
    return this.#count !== undefined;
  }

  /** Its cycle was measured. */
  get hasCycle(): boolean {
    return this.#cycle.gapUs > 0;
  }

  /** An absence counts from the beginning of the watch, and so does a number of samples. */
  begin(atUs: number): void {
    const { kind } = this.#condition;
    if ((kind !== "absent" && kind !== "count") || this.truth !== UNKNOWN) return;
    this.truth = FALSE;
    this.#cycle.atUs = atUs;
    this.#setDeadline();
  }

  /** Frames up to the next sample are not judged, so that no cycle follows from it. */
  skip(): void {
    this.#cycle.skip();
  }

  /** A frame of the condition. True: the truth changed. */
  sample(atUs: number, value: number): boolean {
    const condition = this.#condition;
    if (condition.kind === "value") {
      if (Number.isNaN(value)) return false;
      this.#cycle.measure(atUs);
      this.value = value;
      return this.#become(isMet(condition.limit, value, this.truth === TRUE) ? TRUE : FALSE);
    }
    if (this.#count !== undefined) {
      this.#cycle.atUs = atUs;
      return this.#counted(this.#count.add(atUs));
    }
    // No cycle follows from what is only to be seen: each occurrence after a pause is one of its own.
    this.#cycle.atUs = atUs;
    return this.#become(condition.kind === "seen" ? TRUE : FALSE);
  }

  expire(): void {
    const { kind } = this.#condition;
    if (this.#count !== undefined) {
      this.#counted(this.#count.forget(this.deadlineUs));
      return;
    }
    this.#become(kind === "absent" ? TRUE : kind === "seen" ? FALSE : UNKNOWN);
  }

  /** The one of two values that is farther from normal. */
  farther(a: number, b: number): number {
    if (this.#count !== undefined) return Number.isNaN(a) ? b : Math.max(a, b);
    return this.#condition.kind === "value" ? farther(this.#condition.limit, a, b) : b;
  }

  shift(byUs: number): void {
    this.#cycle.atUs += byUs;
    this.#count?.shift(byUs);
    this.#setDeadline();
  }

  get stored(): StoredCondition {
    const value = Number.isNaN(this.value) ? null : this.value;
    const state = [
      this.truth,
      Number.isNaN(this.#cycle.atUs) ? 0 : this.#cycle.atUs,
      this.#cycle.gapUs,
      value,
    ] as const;
    return this.#count === undefined ? state : [...state, this.#count.stored];
  }

  /**
   * The samples behind the last stored change are not known, so that the value counts as seen with the newest frame, not
   * later: a night without frames makes it stale. Frames that were not there are no absence.
   */
  restore([truth, atUs, gapUs, value, count]: StoredCondition, nowUs: number, newestUs: number): void {
    this.truth = truth === TRUE ? TRUE : truth === FALSE ? FALSE : UNKNOWN;
    const seenUs = this.#condition.kind === "absent" ? nowUs : Math.min(newestUs, nowUs);
    this.#cycle.atUs = Math.max(atUs, seenUs);
    this.#cycle.setGap(this.#condition.kind === "value" ? gapUs : 0);
    this.value = value ?? Number.NaN;
    if (count) this.#count?.restore(count);
    this.#setDeadline();
  }

  #counted(count: number): boolean {
    this.value = count;
    return this.#become(this.#count?.isReached ? TRUE : FALSE);
  }

  #become(truth: Truth): boolean {
    const isChanged = truth !== this.truth;
    this.truth = truth;
    this.#setDeadline();
    return isChanged;
  }

  #setDeadline(): void {
    const condition = this.#condition;
    if (this.#count !== undefined) this.deadlineUs = this.truth === TRUE ? this.#count.endUs : Number.POSITIVE_INFINITY;
    else if (condition.kind === "value")
      this.deadlineUs = this.truth === UNKNOWN ? Number.POSITIVE_INFINITY : this.#cycle.atUs + this.#cycle.staleUs;
    else if (condition.kind === "absent")
      this.deadlineUs = this.truth === FALSE ? this.#cycle.atUs + condition.afterUs : Number.POSITIVE_INFINITY;
    else this.deadlineUs = this.truth === TRUE ? this.#cycle.atUs + this.#cycle.staleUs : Number.POSITIVE_INFINITY;
  }
}
