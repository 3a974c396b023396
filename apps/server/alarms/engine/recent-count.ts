const US_PER_S = 1_000_000;

/** Second, count, second, count …, oldest first. */
export type StoredCount = readonly number[];

/** Samples of the last seconds, the current one among them. */
export class RecentCount {
  readonly #least: number;
  readonly #seconds: number;
  #slots: { second: number; count: number }[] = [];
  #sum = 0;

  constructor({ least, seconds }: { readonly least: number; readonly seconds: number }) {
    this.#least = least;
    this.#seconds = seconds;
  }

  get isReached(): boolean {
    return this.#sum >= this.#least;
  }

  /** When fewer than needed are left, if no other comes. */
  get endUs(): number {
    let left = this.#sum;
    for (const { second, count } of this.#slots) {
      left -= count;
      if (left < this.#least) return (second + this.#seconds) * US_PER_S;
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Gives how many there are with this one. */
  add(atUs: number): number {
    const second = Math.floor(atUs / US_PER_S);
    this.forget(atUs);
    const last = this.#slots.at(-1);
    if (last !== undefined && last.second >= second) last.count += 1;
    else this.#slots.push({ second, count: 1 });
    this.#sum += 1;
    return this.#sum;
  }

  /** Gives how many are left. */
  forget(atUs: number): number {
    const oldest = Math.floor(atUs / US_PER_S) - this.#seconds;
    while (this.#slots[0] !== undefined && this.#slots[0].second <= oldest)
      this.#sum -= this.#slots.shift()?.count ?? 0;
    return this.#sum;
  }

  shift(byUs: number): void {
    for (const slot of this.#slots) slot.second += Math.round(byUs / US_PER_S);
  }

  get stored(): StoredCount {
    return this.#slots.flatMap(({ second, count }) => [second, count]);
  }

  restore(stored: StoredCount): void {
    this.#slots = [];
    this.#sum = 0;
    for (let i = 0; i + 1 < stored.length; i += 2) {
      const count = stored[i + 1] as number;
      this.#slots.push({ second: stored[i] as number, count });
      this.#sum += count;
    }
  }
}
