import type { FrameSource } from "../sources/frame-source.ts";
import { identityOf, type TableFrame } from "./table-frame.ts";
import type { TableSelection } from "./table-selection.ts";
import type { TableSetting } from "./table-setting.ts";

/** The operations of a table that keys call. */
interface KeyedTable {
  readonly scroller: HTMLElement;
  readonly source: FrameSource;
  readonly setting: TableSetting;
  readonly selection: TableSelection;
  readonly active: number | undefined;
  readonly sight: { readonly first: number; readonly end: number };
  activate(index: number): void;
  activateAt(frame: Pick<TableFrame, "timeUs" | "key">): void;
  toggle(index: number): void;
  pageBy(by: 1 | -1): void;
  goToEdge(edge: "start" | "end"): void;
  refresh(): void;
}

/** The keys of a frame table: move, open signals, select, ends, and jumps. */
export class TableKeys {
  private readonly table: KeyedTable;

  constructor(table: KeyedTable) {
    this.table = table;
    table.scroller.addEventListener("keydown", this.pressed);
  }

  private readonly pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const isOwn = event.target === this.table.scroller;
    if (!isOwn && !(event.target instanceof HTMLInputElement)) return;
    if (!this.act(event.key, event.shiftKey)) return;
    // The page uses some of these keys itself.
    event.preventDefault();
    event.stopPropagation();
  };

  private act(key: string, isShift: boolean): boolean {
    const { table } = this;
    const active = table.active;
    switch (key) {
      case "ArrowDown":
        return this.step(1, isShift);
      case "ArrowUp":
        return this.step(-1, isShift);
      case "PageDown":
      case "PageUp":
        table.pageBy(key === "PageDown" ? 1 : -1);
        return true;
      case "Home":
      case "End":
        table.goToEdge(key === "Home" ? "start" : "end");
        return true;
      case "Enter":
        if (active !== undefined) table.toggle(active);
        return active !== undefined;
      case " ":
        if (active === undefined) return false;
        table.selection.toggle(table.source, active);
        table.refresh();
        return true;
      case "Escape":
        if (table.selection.size === 0) return false;
        table.selection.clear();
        table.refresh();
        return true;
      default:
        return this.letter(key.toLowerCase());
    }
  }

  private letter(key: string): boolean {
    const { table } = this;
    if (key === "g" && table.setting.onGoTo) {
      table.setting.onGoTo();
      return true;
    }
    return key === "n" && this.next();
  }

  private step(by: 1 | -1, isShift: boolean): boolean {
    const { table } = this;
    const start = by > 0 ? table.sight.first - 1 : table.sight.end;
    const from = table.active ?? start;
    if (isShift && table.active !== undefined) table.selection.extend(table.source, from);
    table.activate(from + by);
    if (isShift && table.active !== undefined) table.selection.extend(table.source, table.active);
    return true;
  }

  /** Goes to the next row of the same identifier; beyond the loaded rows the page is asked. */
  private next(): boolean {
    const { table } = this;
    const { source, active } = table;
    const row = active === undefined ? undefined : source.row(active);
    if (active === undefined || !row) return false;
    const identity = identityOf(row);
    for (let i = active + 1; i < source.end; i++) {
      const other = source.row(i);
      if (!other || identityOf(other) !== identity) continue;
      table.activate(i);
      return true;
    }
    void this.goToNext(row);
    return true;
  }

  private async goToNext(row: TableFrame): Promise<void> {
    try {
      const next = await this.table.setting.nextOf?.(row);
      if (next) this.table.activateAt(next);
    } catch {
      // The row stays where it is; reading the next page reports the failure.
    }
  }
}
