import { type MeasuredTable, rowNumbers } from "../table/table-measures.ts";
import type { RowPool } from "./row-pool.ts";

/**
 * What a screen reader needs: how many rows the list has, the number of each in sight, and elements in their order.
 * Elements are filled again and again, so that their order is turned while the view scrolls; now and then it is set right.
 */
export class RowReading {
  private readonly grid: HTMLElement;
  private readonly pool: RowPool;
  private numbered = "";

  constructor(grid: HTMLElement, pool: RowPool) {
    this.grid = grid;
    this.pool = pool;
  }

  write(table: MeasuredTable): void {
    const { first, end } = table.sight;
    this.pool.order(first, end);
    const { source } = table;
    const total = source.isAtStart && source.isAtEnd ? source.end - source.first : source.total;
    // ARIA: -1 is a number that is not known. The head is the first row.
    const count = total === undefined ? "-1" : String(total + 1);
    if (this.grid.getAttribute("aria-rowcount") !== count) this.grid.setAttribute("aria-rowcount", count);
    const from = rowNumbers(table)?.from;
    const numbered = `${first} ${end} ${from}`;
    if (numbered === this.numbered) return;
    this.numbered = numbered;
    for (let index = first; index < end; index++) {
      const node = this.pool.shown(index)?.node;
      if (from === undefined) node?.removeAttribute("aria-rowindex");
      else node?.setAttribute("aria-rowindex", String(from + 1 + index - first));
    }
  }
}
