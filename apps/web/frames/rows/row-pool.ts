import type { TableColumn } from "../table/table-columns.ts";
import { FrameRow } from "./frame-row.ts";

/** A few dozen reused row elements. */
export class RowPool {
  private rows: FrameRow[] = [];
  private indexes: (number | undefined)[] = [];
  private columns: readonly TableColumn[] = [];
  private cells: readonly string[] = [];
  private readonly layer: HTMLElement;
  private readonly id: string;

  constructor(layer: HTMLElement, id: string) {
    this.layer = layer;
    this.id = id;
  }

  /** A change of columns needs new elements; the same columns keep theirs, and the focus in them. */
  setColumns(columns: readonly TableColumn[], cells: readonly string[]): void {
    const isSame =
      columns.length === this.columns.length && columns.every(({ key }, k) => key === this.columns[k]?.key);
    if (isSame && cells.join("\n") === this.cells.join("\n")) return;
    for (const { node } of this.rows) node.remove();
    this.rows = [];
    this.columns = columns;
    this.cells = cells;
  }

  grow(wanted: number): void {
    while (this.rows.length < wanted) {
      const row = new FrameRow(`${this.id}-${this.rows.length}`, this.columns, this.cells);
      this.rows.push(row);
      this.layer.append(row.node);
    }
  }

  /** The element of a row; a row keeps its element while visible. */
  at(index: number): FrameRow {
    const place = this.placeOf(index);
    const row = this.rows[place] as FrameRow;
    row.node.hidden = false;
    this.indexes[place] = index;
    return row;
  }

  /** Undefined: the row is not visible. */
  shown(index: number): FrameRow | undefined {
    const place = this.placeOf(index);
    return this.rows.length > 0 && this.indexes[place] === index ? this.rows[place] : undefined;
  }

  /** The row that contains an element; undefined: none. */
  indexOf(target: Element): number | undefined {
    const place = this.rows.findIndex(({ node }) => node.contains(target));
    return this.indexes[place];
  }

  /**
   * Puts the elements of these rows into the order of the page. The element that has the focus is not moved, which would
   * take it away: the others go around it.
   */
  order(first: number, end: number): void {
    const nodes: HTMLElement[] = [];
    for (let index = first; index < end; index++) {
      const node = this.shown(index)?.node;
      if (node) nodes.push(node);
    }
    if (nodes.every((node, k) => k === 0 || follows(nodes[k - 1] as HTMLElement, node))) return;
    const held = nodes.findIndex((node) => node.contains(document.activeElement));
    if (held < 0) {
      this.layer.append(...nodes);
      return;
    }
    (nodes[held] as HTMLElement).before(...nodes.slice(0, held));
    (nodes[held] as HTMLElement).after(...nodes.slice(held + 1));
  }

  hideRest(first: number, used: number): void {
    const count = this.rows.length;
    for (let k = used; k < count; k++) {
      const place = this.placeOf(first + k);
      this.indexes[place] = undefined;
      (this.rows[place] as FrameRow).node.hidden = true;
    }
  }

  private placeOf(index: number): number {
    const count = Math.max(1, this.rows.length);
    return ((index % count) + count) % count;
  }
}

function follows(before: HTMLElement, node: HTMLElement): boolean {
  return (before.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
