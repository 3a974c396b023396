/** A due batch waits a round and a half at most: above this length of a round landing slows down. */
const SLOW_FROM_MS = 15_000;
const SLOWEST_FROM_MS = 45_000;
const LONGEST_PAUSE_MS = 1000;

/** How long a round of settling takes. Landing that is faster than settling leaves it the cores it needs. */
export class SettlingPace {
  #beganMs: number | undefined;
  #lastMs = 0;

  begin(nowMs: number): void {
    this.#beganMs = nowMs;
  }

  end(nowMs: number): void {
    if (this.#beganMs !== undefined) this.#lastMs = nowMs - this.#beganMs;
    this.#beganMs = undefined;
  }

  /** Pause of landing between two groups; 0 in a process that does not settle. */
  landingPauseMs(nowMs: number): number {
    const roundMs = Math.max(this.#lastMs, this.#beganMs === undefined ? 0 : nowMs - this.#beganMs);
    const share = (roundMs - SLOW_FROM_MS) / (SLOWEST_FROM_MS - SLOW_FROM_MS);
    return LONGEST_PAUSE_MS * Math.min(Math.max(share, 0), 1);
  }
}
