import { isShown } from "../../ui/list/columns.ts";
import type { RowPool } from "../rows/row-pool.ts";
import { arrangeColumns } from "./arrange-columns.ts";
import type { TableHead } from "./table-head.ts";
import { isSameLayout, layoutFor, type TableLayout } from "./table-layout.ts";
import type { TableSetting } from "./table-setting.ts";

const HEAD_PX = 32;

interface SizedTable {
  readonly scroller: HTMLElement;
  readonly layer: HTMLElement;
  readonly head: TableHead;
  readonly pool: RowPool;
}

/** How large the table is on the page, and the columns and layout that follow from it. */
export class TableSize {
  layout: TableLayout;
  height: number;
  private width: number;
  private hasColumns = false;
  private readonly table: SizedTable;
  private readonly observer: ResizeObserver;

  constructor(table: SizedTable, hasLong: boolean) {
    this.table = table;
    this.width = table.scroller.clientWidth;
    this.height = table.scroller.clientHeight;
    this.layout = layoutFor(this.width, { hasLong, cells: 0, hasBytes: true });
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(table.scroller);
  }

  stop(): void {
    this.observer.disconnect();
  }

  /** Of the rows: the head stands above them, on a phone there is none. */
  get viewPx(): number {
    return Math.max(0, this.height - (this.layout.narrow ? 0 : HEAD_PX));
  }

  /** Other columns, or other words in them. */
  renew(): void {
    this.hasColumns = false;
  }

  /** Arranges the columns anew where something asks for it; whether it did. */
  arrange(setting: TableSetting, hasLong: boolean): boolean {
    const { columns, choice, cells } = setting;
    const hasBytes = columns.some((column) => column.key === "data" && isShown(column, choice));
    const layout = layoutFor(this.width, { hasLong, cells: cells.length, hasBytes });
    if (!isSameLayout(layout, this.layout)) {
      this.layout = layout;
      this.hasColumns = false;
    }
    if (this.hasColumns) return false;
    this.hasColumns = true;
    arrangeColumns(this.table, setting, this.width, layout);
    this.table.layer.style.height = `${this.viewPx}px`;
    return true;
  }

  private measure(): void {
    const { clientWidth, clientHeight } = this.table.scroller;
    if (clientWidth === this.width && clientHeight === this.height) return;
    this.width = clientWidth;
    this.height = clientHeight;
    this.hasColumns = false;
  }
}
