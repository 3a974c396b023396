/** A binary heap of numbered points by their cost, whose costs may change. */
export class RemovalHeap {
  readonly #cost: Float64Array;
  readonly #heap: Int32Array;
  /** Where a point is in the heap; -1: not in it. */
  readonly #place: Int32Array;
  #size = 0;

  constructor(points: number) {
    this.#cost = new Float64Array(points);
    this.#heap = new Int32Array(points);
    this.#place = new Int32Array(points).fill(-1);
  }

  get size(): number {
    return this.#size;
  }

  costOf(point: number): number {
    return this.#cost[point] as number;
  }

  has(point: number): boolean {
    return (this.#place[point] as number) >= 0;
  }

  /** Adds the point, or changes its cost. */
  set(point: number, cost: number): void {
    this.#cost[point] = cost;
    if (!this.has(point)) this.#put(point, this.#size++);
    this.#sink(this.#rise(this.#place[point] as number));
  }

  /** Takes out the cheapest point. */
  pop(): number {
    const top = this.#heap[0] as number;
    this.#place[top] = -1;
    this.#size -= 1;
    if (this.#size > 0) {
      this.#put(this.#heap[this.#size] as number, 0);
      this.#sink(0);
    }
    return top;
  }

  #put(point: number, place: number): void {
    this.#heap[place] = point;
    this.#place[point] = place;
  }

  #at(place: number): number {
    return this.#cost[this.#heap[place] as number] as number;
  }

  #swap(one: number, other: number): void {
    const point = this.#heap[one] as number;
    this.#put(this.#heap[other] as number, one);
    this.#put(point, other);
  }

  #rise(from: number): number {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#at(parent) <= this.#at(place)) break;
      this.#swap(parent, place);
      place = parent;
    }
    return place;
  }

  #sink(from: number): void {
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= this.#size) return;
      const right = left + 1;
      const child = right < this.#size && this.#at(right) < this.#at(left) ? right : left;
      if (this.#at(place) <= this.#at(child)) return;
      this.#swap(place, child);
      place = child;
    }
  }
}
