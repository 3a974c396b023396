const FIRST_SLOTS = 64;

const isBefore = (time: number, k: number, otherTime: number, otherK: number): boolean =>
  time < otherTime || (time === otherTime && k < otherK);

/**
 * Which run has the next row: a heap of slots by (time, k), smallest first. Plain numbers in typed arrays: this is the
 * inner loop of every page and stream. Backward readers pass negated times and numbers.
 */
export class RunHeap {
  #length = 0;
  #heap = new Int32Array(FIRST_SLOTS);
  #times = new Float64Array(FIRST_SLOTS);
  #ks = new Float64Array(FIRST_SLOTS);

  get length(): number {
    return this.#length;
  }

  /** The slot with the next row; -1: there is none. */
  get top(): number {
    return this.#length === 0 ? -1 : (this.#heap[0] as number);
  }

  timeOf(slot: number): number {
    return this.#times[slot] as number;
  }

  push(slot: number, time: number, k: number): void {
    while (slot >= this.#heap.length || this.#length >= this.#heap.length) this.#grow();
    this.#times[slot] = time;
    this.#ks[slot] = k;
    let at = this.#length++;
    const heap = this.#heap;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as number;
      if (!isBefore(time, k, this.#times[above] as number, this.#ks[above] as number)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = slot;
  }

  /** The top slot's next row; true: it is still the top. */
  replaceTop(time: number, k: number): boolean {
    const slot = this.#heap[0] as number;
    this.#times[slot] = time;
    this.#ks[slot] = k;
    return this.#sink(slot, time, k) === 0;
  }

  pop(): void {
    this.#length -= 1;
    if (this.#length === 0) return;
    const slot = this.#heap[this.#length] as number;
    this.#sink(slot, this.#times[slot] as number, this.#ks[slot] as number);
  }

  /** Lets a slot down from the top; returns where it stands. */
  #sink(slot: number, time: number, k: number): number {
    const heap = this.#heap;
    const times = this.#times;
    const ks = this.#ks;
    const length = this.#length;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= length) break;
      let below = heap[child] as number;
      if (child + 1 < length) {
        const other = heap[child + 1] as number;
        if (isBefore(times[other] as number, ks[other] as number, times[below] as number, ks[below] as number)) {
          child += 1;
          below = other;
        }
      }
      if (!isBefore(times[below] as number, ks[below] as number, time, k)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = slot;
    return at;
  }

  #grow(): void {
    const larger = 2 * this.#heap.length;
    const heap = new Int32Array(larger);
    heap.set(this.#heap);
    this.#heap = heap;
    const times = new Float64Array(larger);
    times.set(this.#times);
    this.#times = times;
    const ks = new Float64Array(larger);
    ks.set(this.#ks);
    this.#ks = ks;
  }
}
