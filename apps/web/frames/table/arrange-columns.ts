import type { RowPool } from "../rows/row-pool.ts";
import { gridColumns, leastWidth, shownColumns } from "./table-columns.ts";
import type { TableHead } from "./table-head.ts";
import type { TableLayout } from "./table-layout.ts";
import type { TableSetting } from "./table-setting.ts";

interface ArrangedTable {
  readonly scroller: HTMLElement;
  readonly head: TableHead;
  readonly pool: RowPool;
}

/** Head and rows get the chosen columns that fit. */
export function arrangeColumns(
  { scroller, head, pool }: ArrangedTable,
  setting: TableSetting,
  width: number,
  layout: TableLayout,
): void {
  const { columns, choice, pen, title, cells } = setting;
  const shown = shownColumns(columns, choice, width);
  head.write(shown, title, { bytesPerLine: layout.bytesPerLine, cells });
  pool.setColumns(shown, cells);
  scroller.dataset.cells = String(cells.length);
  const grid = gridColumns(shown, layout, pen.clock.chars);
  scroller.style.setProperty("--columns", grid);
  scroller.style.setProperty("--least-width", `${leastWidth(grid)}px`);
  scroller.style.setProperty("--cells", String(cells.length));
  scroller.style.setProperty("--per-line", String(layout.bytesPerLine));
  scroller.style.setProperty("--signal-columns", String(layout.signalColumns));
}
