import type { FrameSource } from "../sources/frame-source.ts";
import type { TableFrame } from "./table-frame.ts";

/** The selected rows. Only loaded rows can be selected; dropped rows leave the selection. */
export class TableSelection {
  onChange: ((frames: readonly TableFrame[]) => void) | undefined;
  private readonly chosen = new Map<string, TableFrame>();
  /** The start of a selection with Shift. */
  private from: number | undefined;

  get size(): number {
    return this.chosen.size;
  }

  has(key: string): boolean {
    return this.chosen.has(key);
  }

  frames(): TableFrame[] {
    return [...this.chosen.values()].sort((a, b) => a.timeUs - b.timeUs);
  }

  toggle(source: FrameSource, index: number): void {
    const row = source.row(index);
    if (!row || row.gap) return;
    this.from = index;
    if (!this.chosen.delete(row.key)) this.add(row);
    this.changed();
  }

  extend(source: FrameSource, to: number): void {
    const from = this.from ?? to;
    for (let i = Math.min(from, to); i <= Math.max(from, to); i++) {
      const row = source.row(i);
      if (row) this.add(row);
    }
    this.from = from;
    this.changed();
  }

  setAll(rows: readonly TableFrame[], on: boolean): void {
    for (const row of rows) {
      if (on) this.add(row);
      else this.chosen.delete(row.key);
    }
    this.changed();
  }

  clear(): void {
    this.from = undefined;
    if (this.chosen.size === 0) return;
    this.chosen.clear();
    this.changed();
  }

  /** Removes rows that the source has dropped. */
  keepHeld(source: FrameSource): void {
    if (this.chosen.size === 0) return;
    const fromUs = source.row(source.first)?.timeUs ?? Number.POSITIVE_INFINITY;
    const toUs = source.isAtEnd ? Number.POSITIVE_INFINITY : (source.row(source.end - 1)?.timeUs ?? 0);
    const before = this.chosen.size;
    for (const [key, { timeUs }] of this.chosen) if (timeUs < fromUs || timeUs > toUs) this.chosen.delete(key);
    if (this.chosen.size !== before) this.changed();
  }

  /** Copies the bytes: those of a live row are overwritten. */
  private add(row: TableFrame): void {
    if (!row.gap) this.chosen.set(row.key, { ...row, bytes: row.bytes.slice() });
  }

  private changed(): void {
    this.onChange?.(this.frames());
  }
}
