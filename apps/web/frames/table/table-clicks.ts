import type { RowPool } from "../rows/row-pool.ts";
import type { FrameSource } from "../sources/frame-source.ts";
import type { TableSelection } from "./table-selection.ts";

/** A table as clicks act on it. */
interface ClickedTable {
  readonly source: FrameSource;
  readonly selection: TableSelection;
  active: number | undefined;
  toggle(index: number): void;
  refresh(): void;
}

/** A click opens a row, chooses it, or makes it the one that keys act on. */
export function actOnClicks(layer: HTMLElement, pool: RowPool, table: ClickedTable): void {
  layer.addEventListener("click", ({ target, shiftKey }) => {
    const index = target instanceof Element ? pool.indexOf(target) : undefined;
    const row = index === undefined ? undefined : pool.shown(index);
    if (!(target instanceof Element) || index === undefined || !row) return;
    if (row.opener.contains(target)) table.toggle(index);
    else if (shiftKey) table.selection.extend(table.source, index);
    else if (row.tick === target) table.selection.toggle(table.source, index);
    else if (getSelection()?.isCollapsed !== false) table.active = index;
    table.refresh();
  });
}
