/**
 * The rows of a long list from which the oldest fall out: their numbers and where they begin, in pixels since the list
 * was made. So a row of any height is found by halving, among a hundred thousand, without adding up.
 */
export class RowList {
  readonly capacity: number;
  private readonly numbers: Float64Array;
  private readonly tops: Float64Array;
  private firstIndex = 0;
  private endIndex = 0;
  private height = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.numbers = new Float64Array(capacity);
    this.tops = new Float64Array(capacity);
  }

  get count(): number {
    return this.endIndex - this.firstIndex;
  }

  /** Rows that were ever appended. */
  get appended(): number {
    return this.endIndex;
  }

  /** Pixels of all rows. */
  get total(): number {
    return this.height - this.origin;
  }

  /** Pixels that have fallen out at the top since the list was made. */
  get origin(): number {
    return this.count === 0 ? this.height : (this.tops[this.firstIndex % this.capacity] as number);
  }

  clear(): void {
    this.firstIndex = 0;
    this.endIndex = 0;
    this.height = 0;
  }

  append(number: number, height: number): void {
    if (this.count === this.capacity) this.firstIndex++;
    const slot = this.endIndex % this.capacity;
    this.numbers[slot] = number;
    this.tops[slot] = this.height;
    this.height += height;
    this.endIndex++;
  }

  /** Rows of lower numbers fall out: what they showed is gone. */
  dropBefore(number: number): void {
    while (this.count > 0 && (this.numbers[this.firstIndex % this.capacity] as number) < number) this.firstIndex++;
  }

  /** From 0, the oldest first. */
  number(i: number): number {
    return this.numbers[(this.firstIndex + i) % this.capacity] as number;
  }

  /** Pixels from the top of the list. */
  top(i: number): number {
    if (i >= this.count) return this.total;
    return (this.tops[(this.firstIndex + i) % this.capacity] as number) - this.origin;
  }

  /** The row at so many pixels from the top; the last one beyond the end. */
  indexAt(y: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.top(middle) <= y) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }
}
