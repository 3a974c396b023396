import type { FrameSource } from "../sources/frame-source.ts";
import type { RowAnchor } from "./row-anchor.ts";
import type { TableFrame } from "./table-frame.ts";
import { rowHeight, type TableLayout } from "./table-layout.ts";

/** The position of a view in its list. */
export interface MeasuredTable {
  readonly source: FrameSource;
  readonly anchor: RowAnchor;
  readonly layout: TableLayout;
  readonly viewPx: number;
  /** The visible rows. */
  readonly sight: { readonly first: number; readonly end: number };
  heightOf(index: number): number;
}

/** Up to this number of rows heights are summed; beyond it every row is taken to have the usual height. */
const EXACT_ROWS = 2000;

const isWhole = ({ isAtStart, isAtEnd, first, end }: FrameSource) => isAtStart && isAtEnd && end - first <= EXACT_ROWS;

/** The height of the whole list. */
export function listPx({ source, layout, heightOf }: MeasuredTable): number {
  if (!isWhole(source)) return (source.total ?? Math.max(1, source.end - source.first) * 4) * rowHeight(layout, 0);
  let sum = 0;
  for (let i = source.first; i < source.end; i++) sum += heightOf(i);
  return sum;
}

/** The position of the view: 0 with the first row at the top, 1 with the last at the bottom. */
export function shareOf(table: MeasuredTable): number {
  const { source, anchor } = table;
  if (source.isAtStart && anchor.index === source.first && anchor.top >= 0) return 0;
  if (source.isAtEnd && isBottomInSight(table)) return 1;
  if (!isWhole(source)) return Math.min(0.9999, Math.max(0.0001, source.shareAt(anchor.index)));
  let above = -anchor.top;
  for (let i = source.first; i < anchor.index; i++) above += table.heightOf(i);
  return above / Math.max(1, listPx(table) - table.viewPx);
}

export function isBottomInSight({ source, anchor, viewPx, heightOf }: MeasuredTable): boolean {
  let bottom = anchor.top;
  for (let i = anchor.index; i < source.end && bottom <= viewPx + 1; i++) bottom += heightOf(i);
  return bottom <= viewPx + 1;
}

/** Frames of one time stamp are adjacent: the frame with this key is near the row landed on. */
export function findKey(source: FrameSource, landing: number, key: string): number | undefined {
  const timeUs = source.row(landing)?.timeUs;
  for (let i = landing; i < source.end && source.row(i)?.timeUs === timeUs; i++) {
    if (source.row(i)?.key === key) return i;
  }
  return undefined;
}

export function rowsInSight({ source, sight }: MeasuredTable): TableFrame[] {
  const rows: TableFrame[] = [];
  for (let i = sight.first; i < sight.end; i++) {
    const row = source.row(i);
    if (row) rows.push(row);
  }
  return rows;
}

/** Numbers of the visible rows, from 1. */
export interface RowNumbers {
  readonly from: number;
  readonly to: number;
  readonly isExact: boolean;
}

/** Undefined: unknown, or no rows. */
export function rowNumbers({ source, sight }: MeasuredTable): RowNumbers | undefined {
  const shown = sight.end - sight.first;
  if (shown <= 0) return undefined;
  if (source.isAtStart) return numbersFrom(sight.first - source.first + 1, shown, true);
  if (source.total === undefined) return undefined;
  if (source.isAtEnd) return numbersFrom(source.total - (source.end - sight.first) + 1, shown, true);
  return numbersFrom(Math.round(source.shareAt(sight.first) * source.total) + 1, shown, false);
}

function numbersFrom(from: number, shown: number, isExact: boolean): RowNumbers {
  return { from, to: from + shown - 1, isExact };
}
