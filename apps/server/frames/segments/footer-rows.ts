import { FOOTER_COLUMNS, type Placed, type View } from "./footer-columns.ts";

const FIRST_ROWS = 256;

interface GrowingColumn {
  readonly name: string;
  readonly type: Placed["type"];
  values: View;
}

/** Rows of one part of a footer, column by column: as objects, a run of one frame would take kilobytes until the end. */
export class FooterRows<Row extends { readonly [K in keyof Row]: number }> {
  readonly #columns: readonly GrowingColumn[];
  #capacity = FIRST_ROWS;
  #length = 0;

  constructor(part: Placed["part"]) {
    this.#columns = FOOTER_COLUMNS.filter((column) => column.part === part).map(({ name, type }) => ({
      name,
      type,
      values: new type(new ArrayBuffer(FIRST_ROWS * type.BYTES_PER_ELEMENT), 0, FIRST_ROWS),
    }));
  }

  get length(): number {
    return this.#length;
  }

  push(row: Row): void {
    if (this.#length === this.#capacity) this.#grow();
    const values: Readonly<Record<string, number>> = row;
    for (const column of this.#columns) column.values[this.#length] = values[column.name] as number;
    this.#length += 1;
  }

  /** Of all rows so far. */
  column(name: string): View {
    const found = this.#columns.find((column) => column.name === name);
    if (found === undefined) throw new RangeError(`a footer has no column ${name}`);
    return found.values.subarray(0, this.#length);
  }

  #grow(): void {
    this.#capacity *= 2;
    for (const column of this.#columns) {
      const larger = new column.type(
        new ArrayBuffer(this.#capacity * column.type.BYTES_PER_ELEMENT),
        0,
        this.#capacity,
      );
      larger.set(column.values);
      column.values = larger;
    }
  }
}
