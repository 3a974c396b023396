/** The last minute of a rate, one value a second, without an object per value. */
export const RING_SECONDS = 60;

export class RateRing {
  private readonly values = new Float32Array(RING_SECONDS).fill(Number.NaN);
  private second = Number.NaN;
  private last = Number.NaN;

  /** A rate that stays is not told again: the seconds between hold the last one. */
  push(atMs: number, value: number): void {
    this.advance(atMs);
    this.last = value;
    if (!Number.isNaN(this.second)) this.values[this.second % RING_SECONDS] = value;
  }

  advance(atMs: number): void {
    const second = Math.floor(atMs / 1000);
    if (Number.isNaN(this.second)) {
      this.second = second;
      return;
    }
    const steps = Math.min(second - this.second, RING_SECONDS);
    for (let step = 1; step <= steps; step += 1) this.values[(this.second + step) % RING_SECONDS] = this.last;
    if (second > this.second) this.second = second;
  }

  /** A minute that ended at `atMs`, oldest first: only seconds that are not known here are taken from it. */
  fill(atMs: number, minute: ArrayLike<number>): void {
    if (Number.isNaN(this.second)) this.advance(atMs);
    const shift = this.second - Math.floor(atMs / 1000);
    for (let i = 0; i < RING_SECONDS; i += 1) {
      const place = (this.second + 1 + i) % RING_SECONDS;
      if (Number.isNaN(this.values[place])) this.values[place] = minute[i + shift] ?? Number.NaN;
    }
    const newest = minute[RING_SECONDS - 1] ?? Number.NaN;
    if (Number.isNaN(this.last)) this.last = newest;
  }

  /** Oldest first; NaN where nothing was known. */
  at(index: number): number {
    return this.values[(this.second + 1 + index) % RING_SECONDS] ?? Number.NaN;
  }
}
