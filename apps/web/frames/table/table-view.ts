import { paintRows } from "../rows/paint-rows.ts";
import { RowPanels } from "../rows/row-panels.ts";
import { RowPool } from "../rows/row-pool.ts";
import { RowReading } from "../rows/row-reading.ts";
import type { FrameSource } from "../sources/frame-source.ts";
import { isLines } from "../sources/id-lines.ts";
import { element } from "./dom.ts";
import { RowAnchor } from "./row-anchor.ts";
import styles from "./table.module.css";
import { actOnClicks } from "./table-clicks.ts";
import type { TableFrame } from "./table-frame.ts";
import { TableHead } from "./table-head.ts";
import { TableKeys } from "./table-keys.ts";
import { panelHeight, rowHeight, type TableLayout } from "./table-layout.ts";
import { findKey, isBottomInSight, listPx, rowsInSight, shareOf } from "./table-measures.ts";
import { TableReport } from "./table-report.ts";
import { TableScroll } from "./table-scroll.ts";
import { TableSelection } from "./table-selection.ts";
import type { TableSetting } from "./table-setting.ts";
import { TableSize } from "./table-size.ts";

/** Rapidly changing numbers are rewritten twice per second. */
const SLOW_MS = 500;
let tables = 0;

/**
 * The rows of a frame table, drawn once per animation frame into a few dozen reused elements, for a list of any
 * length. React renders the surroundings and never a row.
 */
export class TableView {
  readonly anchor = new RowAnchor();
  readonly selection = new TableSelection();
  readonly panels: RowPanels;
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
  private readonly size: TableSize;
  private readonly reading: RowReading;
  private stamp = 0;
  private drawn = "";
  private generation = -1;
  private slowMs = 0;
  private wanted: string | undefined;
  /** Set while moving towards the end: reaching it resumes following. */
  private isComingBack = false;
  private listPx = 0;
  private visible = { first: 0, end: 0 };

  constructor(host: HTMLElement, source: FrameSource, setting: TableSetting) {
    this.source = source;
    this.setting = setting;
    this.following = source.isLive === true;
    this.panels = new RowPanels();
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
    const { scroller, layer, head, pool } = this;
    this.size = new TableSize({ scroller, layer, head, pool }, source.hasLong);
    this.reading = new RowReading(scroller, pool);
    this.scroll = new TableScroll(this.scroller, this.space, { onMove: this.moved, onJump: this.jumped });
    actOnClicks(layer, pool, this);
    this.head.tick.addEventListener("click", () => this.selection.setAll(rowsInSight(this), this.head.tick.checked));
    new TableKeys(this);
  }

  destroy(): void {
    this.size.stop();
    this.panels.close();
    this.scroller.remove();
  }

  update(setting: TableSetting): void {
    this.setting = setting;
    this.scroller.setAttribute("aria-label", setting.label);
    this.panels.renew({ words: setting.pen.words, ways: setting.ways, samplesOf: setting.samplesOf });
    this.size.renew();
    this.refresh();
  }

  /** Something other than the rows changed: everything is drawn again. */
  refresh(): void {
    this.stamp++;
  }

  get layout(): TableLayout {
    return this.size.layout;
  }

  get viewPx(): number {
    return this.size.viewPx;
  }

  get isFollowing(): boolean {
    return this.following;
  }

  follow(): void {
    this.following = this.source.isLive === true;
    this.source.goTo("end");
  }

  goToEdge(edge: "start" | "end"): void {
    this.following = edge === "end" && this.source.isLive === true;
    this.source.goTo(edge);
  }

  /** Scrolls by pixels, like a wheel. */
  readonly moved = (pixels: number): void => {
    if (pixels < 0) this.following = false;
    this.isComingBack = pixels > 0;
    this.anchor.moveBy(pixels);
    this.drawn = "";
  };

  /** Scrolls by the number of visible rows. */
  pageBy(by: 1 | -1): void {
    const rows = Math.max(1, Math.floor(this.viewPx / rowHeight(this.layout, 0)));
    this.moved(by * rows * rowHeight(this.layout, 0));
  }

  /** Makes a row the current one for keys and scrolls it into view. */
  activate(index: number): void {
    const bounded = Math.min(Math.max(index, this.source.first), this.source.end - 1);
    this.active = bounded;
    this.following = false;
    if (bounded < this.visible.first || bounded <= this.anchor.index) this.anchor.put(bounded, 0);
    else if (bounded >= this.visible.end - 1) this.anchor.put(bounded, this.viewPx - this.heightOf(bounded));
    this.refresh();
  }

  /** Goes to a frame that is not loaded and makes its row the current one. */
  activateAt({ timeUs, key }: Pick<TableFrame, "timeUs" | "key">): void {
    this.following = false;
    this.wanted = key;
    this.source.goTo({ timeUs });
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
    const { source } = this;
    if (this.size.arrange(this.setting, source.hasLong)) this.drawn = "";
    const revision = source.revision;
    if (source.generation !== this.generation) this.land();
    const isSlow = nowMs - this.slowMs >= SLOW_MS;
    if (isSlow) this.slowMs = nowMs;
    if (isLines(source) && isSlow) source.arrange();
    if (isLines(source) || this.drawn !== this.stateAt(revision)) this.drawRows(nowMs, isSlow);
    if (isSlow) {
      this.keepSelection();
      this.reading.write(this);
    }
    if (isSlow || !this.following) this.listPx = listPx(this);
    this.scroll.setSize(this.listPx, this.viewPx);
    this.scroll.follow(this.following ? 1 : (source.comingShare ?? shareOf(this)), nowMs);
    this.report.tell(this, isSlow);
  }

  /** The rows are drawn again when this value changes. */
  private stateAt(revision: number): string {
    const place = this.following ? "end" : `${this.anchor.index}/${this.anchor.top}`;
    return `${revision}/${place}/${this.stamp}/${this.size.height}`;
  }

  // The measures that an anchor needs.
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

  panelPx(row: TableFrame): number {
    if (!this.panels.has(row.key)) return 0;
    return panelHeight(this.layout, this.setting.pen.decoders.find(row)?.message.message.signals.length ?? 0);
  }

  private land(): void {
    const { source } = this;
    this.generation = source.generation;
    this.active = source.landing && this.wanted ? findKey(source, source.landing.index, this.wanted) : undefined;
    if (source.landing) this.wanted = undefined;
    this.drawn = "";
    const { index, edge } = source.landing ?? { index: source.first, edge: "top" };
    this.anchor.put(index, edge === "top" ? 0 : this.viewPx - this.heightOf(index));
  }

  private readonly jumped = (share: number): void => {
    this.following = share >= 0.9999 && this.source.isLive === true;
    this.source.goTo(this.source.placeAt(share < 0.0001 ? 0 : share > 0.9999 ? 1 : share));
  };

  private drawRows(nowMs: number, isSlow: boolean): void {
    const { source, anchor } = this;
    if (this.following) anchor.putEnd(this, this.viewPx);
    anchor.settle(this, this.viewPx);
    this.keepFollowing();
    this.visible = paintRows(this, this.pool, { nowMs, isSlow, stamp: this.stamp });
    source.show(this.visible.first, this.visible.end);
    if (this.following) source.drawn?.(this.visible.end - this.visible.first);
    this.drawn = this.stateAt(source.revision);
    this.writeGrid();
  }

  private writeGrid(): void {
    const row = this.active === undefined ? undefined : this.pool.shown(this.active);
    const id = row?.node.id ?? "";
    if (this.scroller.getAttribute("aria-activedescendant") === id) return;
    if (id === "") this.scroller.removeAttribute("aria-activedescendant");
    else this.scroller.setAttribute("aria-activedescendant", id);
  }

  private keepFollowing(): void {
    const { source } = this;
    if (!this.isComingBack || this.following || source.isLive !== true || !source.isAtEnd) return;
    this.following = isBottomInSight(this);
    if (this.following) this.source.goTo("end");
  }

  private keepSelection(): void {
    const { source, selection } = this;
    const isAll = selection.size > 0 && rowsInSight(this).every(({ key, gap }) => gap || selection.has(key));
    if (this.head.tick.checked !== isAll) this.head.tick.checked = isAll;
    selection.keepHeld(source);
  }
}
