const SECOND_US = 1_000_000;
const SECONDS = 3600;
const HOUR_US = SECONDS * SECOND_US;
/** A log of 80 days; what lies in other hours is counted, its gaps are not. */
const MOST_HOURS = 2000;
/** No frame of this second yet: behind every offset. */
const NONE = 0xffffffff;

export interface Gap {
  readonly fromUs: number;
  readonly toUs: number;
}

/** First and last frame of every second, so that gaps are exact in whatever order frames come. */
export class LogTimes {
  /** By hour: the first offset of each second, then the last. */
  readonly #hours = new Map<number, Uint32Array>();
  #last: { hour: number; seconds: Uint32Array } | undefined;

  add(timeUs: number): void {
    const hour = Math.floor(timeUs / HOUR_US);
    const seconds = this.#last?.hour === hour ? this.#last.seconds : this.#hour(hour);
    if (seconds === undefined) return;
    const inHour = timeUs - hour * HOUR_US;
    const second = Math.floor(inHour / SECOND_US);
    const offset = inHour - second * SECOND_US;
    if (offset < (seconds[second] as number)) seconds[second] = offset;
    if (offset >= (seconds[SECONDS + second] as number)) seconds[SECONDS + second] = offset;
  }

  /** Silences of more than a second, in order of time. */
  *gaps(leastUs: number): Generator<Gap, void, undefined> {
    let beforeUs: number | undefined;
    for (const hour of [...this.#hours.keys()].sort((a, b) => a - b)) {
      const seconds = this.#hours.get(hour) as Uint32Array;
      for (let second = 0; second < SECONDS; second += 1) {
        const first = seconds[second] as number;
        if (first === NONE) continue;
        const startUs = hour * HOUR_US + second * SECOND_US;
        if (beforeUs !== undefined && startUs + first - beforeUs > leastUs)
          yield { fromUs: beforeUs, toUs: startUs + first };
        beforeUs = startUs + (seconds[SECONDS + second] as number);
      }
    }
  }

  #hour(hour: number): Uint32Array | undefined {
    let seconds = this.#hours.get(hour);
    if (seconds === undefined) {
      if (this.#hours.size >= MOST_HOURS) return undefined;
      seconds = new Uint32Array(2 * SECONDS).fill(NONE, 0, SECONDS);
      this.#hours.set(hour, seconds);
    }
    this.#last = { hour, seconds };
    return seconds;
  }
}
