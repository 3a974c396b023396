/** Bytes in flight over all connections, and a queue of connections that wait for room: first come, first served. */
export class InFlightBudget {
  private used = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly maxBytes: number;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get isFull(): boolean {
    return this.used >= this.maxBytes;
  }

  get usedBytes(): number {
    return this.used;
  }

  add(bytes: number): void {
    this.used += bytes;
  }

  release(bytes: number): void {
    this.used -= bytes;
    // One at a time: the first may fill it again.
    while (!this.isFull) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      next();
    }
  }

  /** Calls once, when there is room. */
  whenFree(resume: () => void): void {
    this.waiting.push(resume);
  }
}
