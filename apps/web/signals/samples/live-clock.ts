/** How quickly the picture follows a change of the delay: a share of it with every batch. */
const FOLLOW = 0.25;
/** A jump of the device's clock, not of the network. */
const JUMP_US = 3_000_000;

/**
 * Which moment stands at the right edge. Batches come by fits and starts; the picture runs on with the clock of this
 * computer, behind by the usual delay, so that it neither jerks nor stops when nothing comes.
 */
export class LiveClock {
  #delayUs: number | undefined;

  /** A batch came whose newest frame has this time on the device. */
  heard(newestUs: number, nowUs: number): void {
    const delay = nowUs - newestUs;
    if (this.#delayUs === undefined || Math.abs(delay - this.#delayUs) > JUMP_US) this.#delayUs = delay;
    else this.#delayUs += (delay - this.#delayUs) * FOLLOW;
  }

  shownUs(nowUs: number): number {
    return nowUs - (this.#delayUs ?? 0);
  }
}
