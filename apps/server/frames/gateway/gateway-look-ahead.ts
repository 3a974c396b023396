import type { InFlightBudget } from "./in-flight-budget.ts";

/** Bytes that one connection has read and not handled yet: bounded per connection and in total. */
export class LookAhead {
  private counted = 0;
  private readonly maxBytes: number;
  private readonly all: InFlightBudget;

  constructor(maxBytes: number, all: InFlightBudget) {
    this.maxBytes = maxBytes;
    this.all = all;
  }

  /** Counts the bytes that are held now; whether more may be read. */
  hold(bytes: number): boolean {
    this.all.add(bytes - this.counted);
    this.counted = bytes;
    return bytes < this.maxBytes && !this.all.isFull;
  }

  release(): void {
    this.all.release(this.counted);
    this.counted = 0;
  }
}
