import { element, TextPlace } from "../table/dom.ts";
import styles from "../table/table.module.css";
import type { RowCell } from "../table/table-frame.ts";

/** The values of the chosen signals of a row, each under its title; on a card each behind it. */
export class SignalCells {
  readonly node = element("div", styles.cells, { role: "presentation" });
  private readonly places: readonly TextPlace[];

  constructor(titles: readonly string[]) {
    this.places = titles.map(
      (title) =>
        new TextPlace(element("div", styles.cell, { role: "gridcell", "data-cell": "signal", "data-title": title })),
    );
    this.node.append(...this.places.map(({ node }) => node));
  }

  show(cells: readonly (RowCell | null)[]): void {
    for (const [i, place] of this.places.entries()) {
      const cell = cells[i] ?? null;
      place.set(cell?.text ?? "");
      const held = cell === null ? "none" : String(cell.held);
      if (place.node.dataset.held !== held) place.node.dataset.held = held;
    }
  }
}
