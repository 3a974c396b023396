import type { FrameSource } from "../sources/frame-source.ts";
import { type MeasuredTable, type RowNumbers, rowNumbers } from "./table-measures.ts";

/** The state reported to the page around the table. */
export interface TableState {
  readonly isFollowing: boolean;
  readonly isEmpty: boolean;
  readonly failure: FrameSource["failure"];
  readonly total: number | undefined;
  readonly rows: RowNumbers | undefined;
}

export const NOTHING_TOLD: TableState = {
  isFollowing: true,
  isEmpty: false,
  failure: undefined,
  total: undefined,
  rows: undefined,
};

/** Reports changes to the page: row numbers at a limited rate, everything else at once. */
export class TableReport {
  onState: ((state: TableState) => void) | undefined;
  private told = NOTHING_TOLD;

  tell(table: MeasuredTable & { readonly isFollowing: boolean }, isSlow: boolean): void {
    const { source, isFollowing } = table;
    const count = source.end - source.first;
    const isWhole = source.isAtStart && source.isAtEnd;
    const { told } = this;
    const isEmpty = count === 0 && isWhole;
    const isNew =
      told.isFollowing !== isFollowing || told.isEmpty !== isEmpty || told.failure?.error !== source.failure?.error;
    if (!isNew && !isSlow) return;
    const rows = isFollowing ? undefined : rowNumbers(table);
    const total = isWhole ? count : source.total;
    if (!isNew && total === told.total && rows?.from === told.rows?.from && rows?.to === told.rows?.to) return;
    this.told = { isFollowing, isEmpty, failure: source.failure, total, rows };
    this.onState?.(this.told);
  }
}
