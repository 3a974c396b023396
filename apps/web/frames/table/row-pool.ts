import { FrameRow } from "./frame-row.ts";

/** The few dozen elements that rows are drawn into, again and again. */
export class RowPool {
  private readonly rows: FrameRow[] = [];
  private readonly view: "all" | "ids";
  private readonly space: HTMLElement;

  constructor(view: "all" | "ids", space: HTMLElement) {
    this.view = view;
    this.space = space;
  }

  grow(wanted: number): void {
    while (this.rows.length < wanted) {
      const row = new FrameRow(this.view);
      this.rows.push(row);
      this.space.append(row.node);
    }
  }

  /** The element of a row: the same row keeps the same one while it is in sight. */
  at(ordinal: number): FrameRow {
    const row = this.rows[ordinal % this.rows.length] as FrameRow;
    row.node.hidden = false;
    return row;
  }

  indexOf(row: FrameRow): number {
    return this.rows.indexOf(row);
  }

  /** Of the row whose signals this button opens; -1: of none. */
  indexOfOpener(button: Element | null): number {
    return this.rows.findIndex((row) => row.opener === button);
  }

  hideRest(firstOrdinal: number, used: number): void {
    const count = this.rows.length;
    for (let k = used; k < count; k++) {
      const at = (firstOrdinal + k) % count;
      (this.rows[at] as FrameRow).node.hidden = true;
    }
  }
}
