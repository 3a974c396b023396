/** From … to, both inside. */
export interface SequenceRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Which sequences of a log were stored. A terminal counts on by one, so it is nearly always a single range; shuffled
 * and missing batches make further ranges, which close again. A high-water mark alone would lose shuffled batches.
 */
export class SequenceSet {
  // Sorted, disjoint, not touching: range i is #from[i] … #to[i].
  readonly #from: number[] = [];
  readonly #to: number[] = [];

  get ranges(): SequenceRange[] {
    return this.#from.map((from, i) => ({ from, to: this.#to[i] as number }));
  }

  /** Number of ranges, the cost of the set. */
  get rangeCount(): number {
    return this.#from.length;
  }

  clone(): SequenceSet {
    const copy = new SequenceSet();
    copy.#from.push(...this.#from);
    copy.#to.push(...this.#to);
    return copy;
  }

  has(sequence: number): boolean {
    const at = this.#firstEndingAt(sequence);
    return at < this.#to.length && (this.#from[at] as number) <= sequence;
  }

  add(sequence: number): void {
    this.addRange({ from: sequence, to: sequence });
  }

  addRange({ from, to }: SequenceRange): void {
    // The ranges first … last - 1 overlap or touch the new one and become one with it.
    const first = this.#firstEndingAt(from - 1);
    let last = first;
    while (last < this.#from.length && (this.#from[last] as number) <= to + 1) last += 1;
    if (first === last) {
      this.#from.splice(first, 0, from);
      this.#to.splice(first, 0, to);
      return;
    }
    this.#from[first] = Math.min(from, this.#from[first] as number);
    this.#to[first] = Math.max(to, this.#to[last - 1] as number);
    this.#from.splice(first + 1, last - first - 1);
    this.#to.splice(first + 1, last - first - 1);
  }

  /** The index of the first range that does not end before `sequence`. */
  #firstEndingAt(sequence: number): number {
    const to = this.#to;
    let low = 0;
    let high = to.length;
    // Nearly always the newest sequence is asked for.
    if (high > 0 && (to[high - 1] as number) < sequence) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((to[middle] as number) < sequence) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
