import { drawLine, isLines } from "../sources/id-lines.ts";
import type { TableFrame } from "../table/table-frame.ts";
import { rowHeight } from "../table/table-layout.ts";
import type { MeasuredTable } from "../table/table-measures.ts";
import type { TableSelection } from "../table/table-selection.ts";
import type { TableSetting } from "../table/table-setting.ts";
import { idText } from "./frame-cells.ts";
import type { FrameRow } from "./frame-row.ts";
import type { RowPanels } from "./row-panels.ts";
import type { RowPool } from "./row-pool.ts";

/** The state from which rows are painted. */
interface PaintedTable extends MeasuredTable {
  readonly setting: TableSetting;
  readonly panels: RowPanels;
  readonly selection: TableSelection;
  readonly active: number | undefined;
  panelPx(row: TableFrame): number;
}

interface Picture {
  readonly nowMs: number;
  /** True when rapidly changing numbers may be rewritten. */
  readonly isSlow: boolean;
  /** Changes with everything except the rows themselves. */
  readonly stamp: number;
}

/** Fills the elements of the visible rows; loading rows get a placeholder. */
export function paintRows(table: PaintedTable, pool: RowPool, picture: Picture): { first: number; end: number } {
  const { source, anchor, layout, viewPx, setting } = table;
  const plainPx = rowHeight(layout, 0);
  pool.grow(Math.ceil(viewPx / plainPx) + 3);
  const marked = setting.markUs === null ? undefined : source.indexAt(setting.markUs);
  let { top, index } = anchor;
  for (; top > 0 && !source.isAtStart; index--) top -= plainPx;
  const first = index;
  for (; top < viewPx && (index < source.end || !source.isAtEnd); index++) {
    const frame = source.row(index);
    const row = pool.at(index);
    const height = frame ? rowHeight(layout, frame.bytes.length) : plainPx;
    row.place(top, height);
    top += height;
    if (!frame) row.showWaiting();
    else {
      paintRow(table, row, frame, { ...picture, index, marked });
      top += paintPanel(table, frame, { row: row.node, index, top, nowMs: picture.nowMs });
    }
  }
  pool.hideRest(first, index - first);
  table.panels.hideOthers();
  return { first: Math.max(anchor.index, source.first), end: Math.min(index, source.end) };
}

function paintRow(
  { source, setting, active, panels, selection }: PaintedTable,
  row: FrameRow,
  frame: TableFrame,
  { index, marked, nowMs, isSlow, stamp }: Picture & { index: number; marked: number | undefined },
): void {
  const { pen, reducedMotion } = setting;
  const line = isLines(source) ? source.line(index) : undefined;
  if (line && isLines(source)) drawLine(row, line, frame, { pen, reducedMotion, isSlow, nowMs: source.nowMs(nowMs) });
  else row.show(frame, pen, stamp);
  row.mark("active", index === active);
  row.mark("marked", index === marked);
  if (frame.gap) return;
  row.showOpener(panels.has(frame.key), `${pen.words.open} ${idText(frame.id, frame.flags)}`);
  row.showTick(selection.has(frame.key), `${pen.words.tick} ${pen.clock.of(frame.timeUs)}`);
}

/** Draws the panel below an opened row; returns its height. */
function paintPanel(
  table: PaintedTable,
  frame: TableFrame,
  { row, index, top, nowMs }: { row: HTMLElement; index: number; top: number; nowMs: number },
): number {
  const height = table.panelPx(frame);
  if (height === 0) return 0;
  const found = table.setting.pen.decoders.find(frame);
  const isLine = isLines(table.source) && table.source.line(index) !== undefined;
  table.panels.draw(frame, found, { row, top, height, nowMs: isLine ? nowMs : undefined });
  return height;
}
