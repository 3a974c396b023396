import type { ColumnChoice } from "../../ui/list/columns.ts";
import { element } from "./dom.ts";
import { idText } from "./frame-cells.ts";
import type { FrameRow, RowPen, RowWords } from "./frame-row.ts";
import type { FrameSource } from "./frame-source.ts";
import { drawLine, isLines } from "./id-lines.ts";
import { RowAnchor } from "./row-anchor.ts";
import { RowPanels, type SamplesOf } from "./row-panels.ts";
import { RowPool } from "./row-pool.ts";
import type { PanelWays, PanelWords } from "./signal-panel.ts";
import styles from "./table.module.css";
import { gridColumns, shownColumns, type TableColumn } from "./table-columns.ts";
import type { TableFrame } from "./table-frame.ts";
import { TableHead } from "./table-head.ts";
import { TableKeys } from "./table-keys.ts";
import { isSameLayout, layoutFor, panelHeight, rowHeight, type TableLayout } from "./table-layout.ts";
import { isBottomInSight, listPx, shareOf } from "./table-measures.ts";
import { TableReport } from "./table-report.ts";
import { TableScroll } from "./table-scroll.ts";
import { TableSelection } from "./table-selection.ts";

export interface TableSetting {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly choice: ColumnChoice;
  readonly pen: RowPen & { readonly words: RowWords & PanelWords };
  readonly ways: PanelWays;
  title(column: TableColumn): string;
  /** The row of this moment is marked. */
  readonly markUs: number | null;
  /** With reduced motion only the newest step of the fading stays. */
  readonly reducedMotion: boolean;
  samplesOf?: SamplesOf | undefined;
  onGoTo?: (() => void) | undefined;
  onNext?: ((frame: TableFrame) => void) | undefined;
}

const HEAD = 32;
/** Numbers that would flicker are written twice a second. */
const SLOW_MS = 500;
let tables = 0;

/**
 * The rows of a frame table, drawn straight into the page once per animation frame: a few dozen elements that are filled
 * again and again, however long the list is. React makes the frame around it and never sees a row.
 */
export class TableView {
  readonly anchor = new RowAnchor();
  readonly selection = new TableSelection();
  readonly panels: RowPanels;
  onLayout: ((layout: TableLayout) => void) | undefined;
  layout: TableLayout;
  active: number | undefined;
  readonly report = new TableReport();
  setting: TableSetting;
  readonly source: FrameSource;
  readonly scroller: HTMLElement;
  private following: boolean;
  private readonly space = element("div", styles.space, { role: "presentation" });
  private readonly layer = element("div", styles.layer, { role: "rowgroup" });
  private readonly head = new TableHead();
  private readonly headGroup = element("div", styles.headGroup, { role: "rowgroup" });
  private readonly pool: RowPool;
  private readonly scroll: TableScroll;
  private readonly resize: ResizeObserver;
  private width = 0;
  private height = 0;
  private stamp = 0;
  private drawn = "";
  private generation = -1;
  private slowMs = 0;
  private columnsDrawn = "";
  private visible = { first: 0, end: 0 };

  constructor(host: HTMLElement, source: FrameSource, setting: TableSetting) {
    this.source = source;
    this.setting = setting;
    this.following = source.isLive === true;
    this.panels = new RowPanels(this.layer);
    this.scroller = element("div", styles.scroller, {
      role: "grid",
      "aria-label": setting.label,
      "aria-multiselectable": "true",
      tabindex: "0",
    });
    const name = `frames${++tables}`;
    this.pool = new RowPool(this.layer, name);
    this.space.append(this.layer);
    this.headGroup.append(this.head.node);
    this.scroller.append(this.headGroup, this.space);
    host.append(this.scroller);
    this.width = this.scroller.clientWidth;
    this.height = this.scroller.clientHeight;
    this.layout = layoutFor(this.width, source.hasLong);
    this.scroll = new TableScroll(this.scroller, this.space, { onMove: this.moved, onJump: this.jumped });
    this.resize = new ResizeObserver(() => this.measure());
    this.resize.observe(this.scroller);
    this.layer.addEventListener("click", this.clicked);
    this.head.tick.addEventListener("click", () => this.selection.setAll(this.rowsInSight(), this.head.tick.checked));
    new TableKeys(this);
  }

  destroy(): void {
    this.resize.disconnect();
    this.panels.close();
    this.scroller.remove();
  }

  update(setting: TableSetting): void {
    this.setting = setting;
    this.scroller.setAttribute("aria-label", setting.label);
    this.panels.renew({ words: setting.pen.words, ways: setting.ways, samplesOf: setting.samplesOf });
    this.refresh();
  }

  /** Something else than the rows has changed: everything is drawn anew. */
  refresh(): void {
    this.stamp++;
    this.columnsDrawn = "";
  }

  get viewPx(): number {
    return Math.max(0, this.height - (this.layout.narrow ? 0 : HEAD));
  }

  get isFollowing(): boolean {
    return this.following;
  }

  follow(): void {
    this.following = this.source.isLive === true;
    this.source.goTo("end");
  }

  goToTime(timeUs: number): void {
    this.following = false;
    this.source.goTo({ timeUs });
  }

  goToEdge(edge: "start" | "end"): void {
    this.following = edge === "end" && this.source.isLive === true;
    this.source.goTo(edge);
  }

  /** By pixels, as a wheel does. */
  readonly moved = (pixels: number): void => {
    if (pixels < 0) this.following = false;
    this.anchor.moveBy(pixels);
    this.stampScroll();
  };

  /** By as many rows as are in sight. */
  pageBy(by: 1 | -1): void {
    const rows = Math.max(1, Math.floor(this.viewPx / rowHeight(this.layout, 0)));
    this.moved(by * rows * rowHeight(this.layout, 0));
  }

  /** Makes a row the one that keys act on, and brings it into sight. */
  activate(index: number): void {
    const bounded = Math.min(Math.max(index, this.source.first), this.source.end - 1);
    this.active = bounded;
    this.following = false;
    if (bounded < this.visible.first || bounded <= this.anchor.index) this.anchor.put(bounded, 0);
    else if (bounded >= this.visible.end - 1) this.anchor.put(bounded, this.viewPx - this.heightOf(bounded));
    this.refresh();
  }

  toggle(index: number): void {
    const row = this.source.row(index);
    if (!row || row.gap) return;
    const { pen, ways, samplesOf } = this.setting;
    this.panels.toggle(row, { words: pen.words, ways, samplesOf });
    this.refresh();
  }

  get sight(): { readonly first: number; readonly end: number } {
    return this.visible;
  }

  draw(nowMs: number): void {
    const { source, anchor } = this;
    this.updateLayout();
    const revision = source.revision;
    if (source.generation !== this.generation) this.land();
    if (this.following && source.end > source.first) anchor.put(source.end - 1, this.viewPx);
    const isSlow = nowMs - this.slowMs >= SLOW_MS;
    if (isSlow) this.slowMs = nowMs;
    const lines = isLines(source) ? source : undefined;
    if (lines && isSlow) lines.arrange();
    const state = `${revision}/${anchor.index}/${anchor.top}/${this.stamp}/${this.height}`;
    if (state !== this.drawn || lines) {
      anchor.settle(this, this.viewPx);
      this.drawRows(nowMs, isSlow);
      this.drawn = `${source.revision}/${anchor.index}/${anchor.top}/${this.stamp}/${this.height}`;
    }
    if (isSlow) this.keepSelection();
    this.scroll.setSize(listPx(this), this.viewPx);
    this.scroll.follow(this.following ? 1 : shareOf(this), nowMs);
    this.keepFollowing();
    this.report.tell(this, isSlow);
  }

  // What an anchor needs to know of the rows.
  get first(): number {
    return this.source.first;
  }

  get end(): number {
    return this.source.end;
  }

  get isAtStart(): boolean {
    return this.source.isAtStart;
  }

  get isAtEnd(): boolean {
    return this.source.isAtEnd;
  }

  readonly heightOf = (index: number): number => {
    const row = this.source.row(index);
    if (!row) return rowHeight(this.layout, 0);
    return rowHeight(this.layout, row.bytes.length) + this.panelPx(row);
  };

  private panelPx(row: TableFrame): number {
    if (!this.panels.has(row.key)) return 0;
    return panelHeight(this.layout, this.setting.pen.decoders.find(row)?.message.message.signals.length ?? 0);
  }

  private land(): void {
    const { source } = this;
    this.generation = source.generation;
    this.active = undefined;
    this.drawn = "";
    const { index, edge } = source.landing ?? { index: source.first, edge: "top" };
    this.anchor.put(index, edge === "top" ? 0 : this.viewPx - this.heightOf(index));
  }

  private readonly jumped = (share: number): void => {
    this.following = share >= 0.9999 && this.source.isLive === true;
    this.source.goTo(this.source.placeAt(share < 0.0001 ? 0 : share > 0.9999 ? 1 : share));
  };

  private stampScroll(): void {
    this.drawn = "";
  }

  private measure(): void {
    const { clientWidth, clientHeight } = this.scroller;
    if (clientWidth === this.width && clientHeight === this.height) return;
    this.width = clientWidth;
    this.height = clientHeight;
    this.columnsDrawn = "";
    this.drawn = "";
  }

  private updateLayout(): void {
    const layout = layoutFor(this.width, this.source.hasLong);
    if (!isSameLayout(layout, this.layout)) {
      this.layout = layout;
      this.columnsDrawn = "";
      this.onLayout?.(layout);
    }
    if (this.columnsDrawn !== "") return;
    this.columnsDrawn = "drawn";
    const { columns, choice, pen, title } = this.setting;
    const shown = shownColumns(columns, choice, this.width);
    this.head.write(shown, title, layout.bytesPerLine);
    this.pool.setColumns(shown);
    this.scroller.style.setProperty("--columns", gridColumns(shown, layout.bytesPerLine, pen.clock.chars));
    this.scroller.style.setProperty("--per-line", String(layout.bytesPerLine));
    this.scroller.style.setProperty("--signal-columns", String(layout.signalColumns));
    this.layer.style.height = `${this.viewPx}px`;
    this.drawn = "";
  }

  private drawRows(nowMs: number, isSlow: boolean): void {
    const { source, anchor, viewPx } = this;
    this.pool.grow(Math.ceil(viewPx / rowHeight(this.layout, 0)) + 3);
    const marked = this.setting.markUs === null ? undefined : source.indexAt(this.setting.markUs);
    let top = anchor.top;
    let first = anchor.index;
    // Rows to come above the first one.
    while (top > 0 && !source.isAtStart) {
      first--;
      top -= rowHeight(this.layout, 0);
    }
    let index = first;
    for (; top < viewPx && (index < source.end || !source.isAtEnd); index++) {
      const frame = source.row(index);
      const height = frame ? rowHeight(this.layout, frame.bytes.length) : rowHeight(this.layout, 0);
      const row = this.pool.at(index);
      row.place(top, height);
      if (frame) this.drawRow(row, frame, { index, marked, nowMs, isSlow });
      else row.showWaiting();
      top += height;
      if (frame) top += this.drawPanel(frame, index, top, nowMs);
    }
    this.pool.hideRest(first, index - first);
    this.panels.hideOthers();
    this.visible = { first: Math.max(anchor.index, source.first), end: Math.min(index, source.end) };
    source.show(this.visible.first, this.visible.end);
    if (this.following) source.drawn?.(this.visible.end - this.visible.first);
    this.writeGrid();
  }

  private drawRow(
    row: FrameRow,
    frame: TableFrame,
    at: { index: number; marked: number | undefined; nowMs: number; isSlow: boolean },
  ): void {
    const { pen, reducedMotion } = this.setting;
    const lines = isLines(this.source) ? this.source : undefined;
    const line = lines?.line(at.index);
    if (line) drawLine(row, line, frame, { pen, reducedMotion, isSlow: at.isSlow, nowMs: lines?.nowMs(at.nowMs) ?? 0 });
    else row.show(frame, pen, this.stamp);
    const isActive = at.index === this.active;
    row.mark("active", isActive);
    row.mark("marked", at.index === at.marked);
    if (frame.gap) return;
    const name = `${pen.words.open} ${idText(frame.id, frame.flags)}`;
    row.showOpener(this.panels.has(frame.key), name);
    row.showTick(this.selection.has(frame.key), `${pen.words.tick} ${pen.clock.of(frame.timeUs)}`);
  }

  private drawPanel(frame: TableFrame, index: number, top: number, nowMs: number): number {
    const height = this.panelPx(frame);
    if (height === 0) return 0;
    const found = this.setting.pen.decoders.find(frame);
    const isLine = isLines(this.source) && this.source.line(index) !== undefined;
    this.panels.draw(frame, found, { top, height, nowMs: isLine ? nowMs : undefined });
    return height;
  }

  private writeGrid(): void {
    const row = this.active === undefined ? undefined : this.pool.shown(this.active);
    const id = row?.node.id ?? "";
    if (this.scroller.getAttribute("aria-activedescendant") === id) return;
    if (id === "") this.scroller.removeAttribute("aria-activedescendant");
    else this.scroller.setAttribute("aria-activedescendant", id);
  }

  /** Coming to the end of a list that grows is following it again. */
  private keepFollowing(): void {
    const { source } = this;
    if (this.following || source.isLive !== true || !source.isAtEnd || source.first === source.end) return;
    this.following = isBottomInSight(this);
  }

  private rowsInSight(): TableFrame[] {
    const rows: TableFrame[] = [];
    for (let i = this.visible.first; i < this.visible.end; i++) {
      const row = this.source.row(i);
      if (row) rows.push(row);
    }
    return rows;
  }

  private keepSelection(): void {
    const { source, selection } = this;
    const isAll = selection.size > 0 && this.rowsInSight().every(({ key, gap }) => gap || selection.has(key));
    if (this.head.tick.checked !== isAll) this.head.tick.checked = isAll;
    if (selection.size === 0) return;
    const first = source.row(source.first)?.timeUs ?? Number.POSITIVE_INFINITY;
    const last = source.row(source.end - 1)?.timeUs ?? Number.NEGATIVE_INFINITY;
    selection.keepWithin(first, source.isAtEnd ? Number.POSITIVE_INFINITY : last);
  }

  private readonly clicked = (event: MouseEvent): void => {
    const target = event.target;
    if (!(target instanceof Element)) return;
    const index = this.pool.indexOf(target);
    if (index === undefined) return;
    const row = this.pool.shown(index);
    if (row?.opener.contains(target)) this.toggle(index);
    else if (row && (row.tick === target || event.shiftKey)) {
      if (event.shiftKey) this.selection.extend(this.source, index);
      else this.selection.toggle(this.source, index);
    } else if (getSelection()?.isCollapsed !== false) this.active = index;
    this.refresh();
  };
}
