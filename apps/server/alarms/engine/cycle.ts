/** A value is stale after three cycles, and not before 5 s. */
const STALE_CYCLES = 3;
const MIN_STALE_US = 5_000_000;
/** Weight of the newest gap in the measured cycle. */
const GAP_WEIGHT = 1 / 8;
/** Two pauses in a row that differ by less are the cycle of a slow message. */
const CYCLE_TOLERANCE = 1 / 4;
/** Longer pauses may be alike by chance, such as two nights: a value that counted for days would hide what came after. */
const MAX_CYCLE_US = 120_000_000;

/** How often samples come, and so for how long the last one counts. */
export class Cycle {
  readonly #minStaleUs: number;
  /** Of the last sample; NaN: none. */
  atUs = Number.NaN;
  /** 0: not known. */
  #gapUs = 0;
  /** The gap before the last sample, where it was a pause. */
  #pauseUs = Number.NaN;

  constructor(timeoutUs: number) {
    this.#minStaleUs = Math.max(MIN_STALE_US, timeoutUs);
  }

  get gapUs(): number {
    return this.#gapUs;
  }

  get staleUs(): number {
    return Math.max(STALE_CYCLES * this.#gapUs, this.#minStaleUs);
  }

  /** Also one that was measured before. */
  setGap(gapUs: number): void {
    this.#gapUs = Math.min(gapUs, MAX_CYCLE_US);
  }

  /** Samples up to the next one are not judged, so that no cycle follows from it. */
  skip(): void {
    this.atUs = Number.NaN;
    this.#pauseUs = Number.NaN;
  }

  measure(atUs: number): void {
    const gapUs = atUs - this.atUs;
    this.atUs = atUs;
    if (gapUs <= this.staleUs) {
      this.setGap(this.#gapUs === 0 ? gapUs : this.#gapUs + (gapUs - this.#gapUs) * GAP_WEIGHT);
      this.#pauseUs = Number.NaN;
      return;
    }
    // A gap after which the value was stale is a pause, unless the next one is as long: then it is the cycle.
    if (Math.abs(gapUs - this.#pauseUs) <= this.#pauseUs * CYCLE_TOLERANCE) this.setGap(gapUs);
    this.#pauseUs = gapUs;
  }
}
