/** The numbers of the frames that pass the filter, in constant memory: the oldest drop out. A row keeps its index. */
export class RowList {
  readonly capacity: number;
  private numbers: Float64Array;
  private firstPlace = 0;
  private endPlace = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.numbers = new Float64Array(capacity);
  }

  get first(): number {
    return this.firstPlace;
  }

  get end(): number {
    return this.endPlace;
  }

  /** A copy that stays while the list goes on. */
  copy(): RowList {
    const copy = new RowList(0);
    Object.assign(copy, { capacity: this.capacity, firstPlace: this.firstPlace, endPlace: this.endPlace });
    copy.numbers = this.numbers.slice();
    return copy;
  }

  append(number: number): void {
    if (this.endPlace - this.firstPlace === this.capacity) this.firstPlace++;
    this.numbers[this.endPlace % this.capacity] = number;
    this.endPlace++;
  }

  /** Drops rows of frames that are no longer in the ring. */
  dropBefore(number: number): void {
    while (this.firstPlace < this.endPlace && this.number(this.firstPlace) < number) this.firstPlace++;
  }

  /** The frame number of the row at an index. */
  number(place: number): number {
    return this.numbers[place % this.capacity] as number;
  }
}
