/** Share of a change in delay that is followed per batch. */
const FOLLOW = 0.25;
/** A larger change is a jump of the device's clock, not network delay. */
export const JUMP_US = 3_000_000;

/**
 * The time at the right edge. Batches arrive irregularly; the picture follows this computer's clock minus the usual delay,
 * so that it moves evenly, also while nothing arrives.
 */
export class LiveClock {
  #delayUs: number | undefined;

  /** Reports a batch with the device time of its newest frame. */
  heard(newestUs: number, nowUs: number): void {
    const delay = nowUs - newestUs;
    if (this.#delayUs === undefined || Math.abs(delay - this.#delayUs) > JUMP_US) this.#delayUs = delay;
    else this.#delayUs += (delay - this.#delayUs) * FOLLOW;
  }

  shownUs(nowUs: number): number {
    return nowUs - (this.#delayUs ?? 0);
  }
}
