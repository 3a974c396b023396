import { element } from "./dom.ts";
import styles from "./table.module.css";
import type { TableColumn } from "./table-columns.ts";

interface HeadParts {
  readonly bytesPerLine: number;
  readonly cells: readonly string[];
}

/** The sticky head of the table; on a phone it exists for screen readers only. */
export class TableHead {
  readonly node = element("div", styles.headRow, { role: "row", "aria-rowindex": "1" });
  /** Selects all visible rows. */
  readonly tick = element("input", styles.tickBox, { type: "checkbox", tabindex: "-1" });

  write(columns: readonly TableColumn[], title: (column: TableColumn) => string, parts: HeadParts): void {
    this.node.replaceChildren(...columns.map((column) => this.cell(column, title(column), parts)));
  }

  private cell({ key, end }: TableColumn, title: string, { bytesPerLine, cells }: HeadParts): HTMLElement {
    if (key === "cells") return cellTitles(cells);
    const made = element("div", key === "data" ? styles.headBytes : `${styles[key] ?? ""} ${end ? styles.end : ""}`, {
      role: "columnheader",
    });
    if (key === "tick") {
      this.tick.setAttribute("aria-label", title);
      made.append(this.tick);
    } else if (key === "opener") {
      const unseen = element("span", "unseen");
      unseen.textContent = title;
      made.append(unseen);
    } else if (key === "data") {
      made.setAttribute("aria-label", title);
      made.append(...byteNumbers(bytesPerLine));
    } else made.textContent = title;
    return made;
  }
}

/** A column for each chosen signal. */
function cellTitles(titles: readonly string[]): HTMLElement {
  const made = element("div", styles.cells, { role: "presentation" });
  for (const title of titles) {
    const cell = element("div", styles.cell, { role: "columnheader", title });
    cell.textContent = title;
    made.append(cell);
  }
  return made;
}

/** The index above each byte. */
function byteNumbers(perLine: number): HTMLElement[] {
  return Array.from({ length: perLine }, (_, k) => {
    const number = element("span", undefined, { "aria-hidden": "true" });
    number.textContent = String(k);
    return number;
  });
}
