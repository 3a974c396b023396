import type { IdRow } from "./id-table.ts";
import { RowList } from "./row-list.ts";

const MAX_LINES = 4096;

/** The lines of the view by identifier that pass the filter, with their places. */
export class IdLines {
  rows: readonly IdRow[] = [];
  readonly list = new RowList(MAX_LINES);
  private from: readonly IdRow[] | undefined;

  /** They must be found anew, whatever they are made from. */
  forget(): void {
    this.from = undefined;
  }

  isOf(all: readonly IdRow[]): boolean {
    return this.from === all;
  }

  arrange(all: readonly IdRow[], passes: (row: IdRow) => boolean, heightOf: (row: IdRow) => number): void {
    this.from = all;
    this.rows = all.filter(passes);
    this.list.clear();
    for (const [i, row] of this.rows.entries()) this.list.append(i, heightOf(row));
  }
}
