import { farther, isMet } from "./compare.ts";
import type { WatchedCondition } from "./watched-rule.ts";

export const UNKNOWN = 0;
export const FALSE = 1;
export const TRUE = 2;
export type Truth = typeof UNKNOWN | typeof FALSE | typeof TRUE;

/** A value is stale after three cycles, and not before 5 s. */
const STALE_CYCLES = 3;
const MIN_STALE_US = 5_000_000;
/** Weight of the newest gap in the measured cycle. */
const GAP_WEIGHT = 1 / 8;

/** As stored: truth, time of the last sample, measured cycle, last value (null: none). */
export type StoredCondition = readonly [truth: number, atUs: number, gapUs: number, value: number | null];

/** What is known of one condition on one channel of a device. */
export class ConditionState {
  readonly #condition: WatchedCondition;
  readonly #timeoutUs: number;
  truth: Truth = UNKNOWN;
  /** NaN: never. */
  value = Number.NaN;
  #atUs = Number.NaN;
  #gapUs = 0;

  constructor(condition: WatchedCondition, timeoutUs: number) {
    this.#condition = condition;
    this.#timeoutUs = timeoutUs;
  }

  /** An absence counts from the beginning of the watch. */
  begin(atUs: number): void {
    if (this.#condition.kind !== "absent" || this.truth !== UNKNOWN) return;
    this.truth = FALSE;
    this.#atUs = atUs;
  }

  /** A frame of the condition. True: the truth changed. */
  sample(atUs: number, value: number): boolean {
    const { kind } = this.#condition;
    if (kind === "value" && Number.isNaN(value)) return false;
    this.#measure(atUs);
    const before = this.truth;
    if (kind === "seen") this.truth = TRUE;
    else if (kind === "absent") this.truth = FALSE;
    else {
      this.value = value;
      this.truth = isMet(this.#condition.limit, value, before === TRUE) ? TRUE : FALSE;
    }
    return this.truth !== before;
  }

  /** When the truth changes without another frame. */
  get deadlineUs(): number {
    const { kind } = this.#condition;
    const isLasting =
      kind === "absent" ? this.truth !== FALSE : kind === "seen" ? this.truth !== TRUE : this.truth === UNKNOWN;
    if (isLasting) return Number.POSITIVE_INFINITY;
    return this.#atUs + (this.#condition.kind === "absent" ? this.#condition.afterUs : this.#staleUs);
  }

  expire(): void {
    const { kind } = this.#condition;
    this.truth = kind === "absent" ? TRUE : kind === "seen" ? FALSE : UNKNOWN;
  }

  /** The one of two values that is farther from normal. */
  farther(a: number, b: number): number {
    return this.#condition.kind === "value" ? farther(this.#condition.limit, a, b) : b;
  }

  shift(byUs: number): void {
    this.#atUs += byUs;
  }

  get stored(): StoredCondition {
    const value = Number.isNaN(this.value) ? null : this.value;
    return [this.truth, Number.isNaN(this.#atUs) ? 0 : this.#atUs, this.#gapUs, value];
  }

  /** The samples between the last stored change and now are not known, so that the value counts as seen now. */
  restore([truth, atUs, gapUs, value]: StoredCondition, nowUs: number): void {
    this.truth = truth === TRUE ? TRUE : truth === FALSE ? FALSE : UNKNOWN;
    this.#atUs = Math.max(atUs, nowUs);
    this.#gapUs = gapUs;
    this.value = value ?? Number.NaN;
  }

  get #staleUs(): number {
    return Math.max(STALE_CYCLES * this.#gapUs, MIN_STALE_US, this.#timeoutUs);
  }

  #measure(atUs: number): void {
    const gapUs = atUs - this.#atUs;
    // A gap after which the value was stale is a pause, not a cycle.
    if (gapUs <= this.#staleUs) this.#gapUs += this.#gapUs === 0 ? gapUs : (gapUs - this.#gapUs) * GAP_WEIGHT;
    this.#atUs = atUs;
  }
}
