/** The numbers of the frames that pass, in constant memory: the oldest fall out. A row keeps its place among all that ever were. */
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

  /** As it is now, to be looked at while the list goes on. */
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

  /** Rows of lower numbers fall out: what they showed is gone. */
  dropBefore(number: number): void {
    while (this.firstPlace < this.endPlace && this.number(this.firstPlace) < number) this.firstPlace++;
  }

  /** Of the row at a place. */
  number(place: number): number {
    return this.numbers[place % this.capacity] as number;
  }
}
