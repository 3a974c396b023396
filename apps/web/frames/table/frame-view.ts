import type { DbcDecoder, MessageDecoder } from "@canopy/can/dbc/decode/decode";
import { decoderOfFrame } from "../filter/frame-decoder.ts";
import styles from "../frames.module.css";
import type { LiveFrames, Shown } from "../live/live-model.ts";
import { LastInput } from "../points/last-input.ts";
import { ageOf } from "./byte-cells.ts";
import { element } from "./dom.ts";
import { ClockTexts, idText } from "./frame-cells.ts";
import { payloadSize } from "./frame-ring.ts";
import type { FrameRow, RowWords } from "./frame-row.ts";
import { IdLines } from "./id-lines.ts";
import { cycleOf, type IdRow, trendOf } from "./id-table.ts";
import type { RowList } from "./row-list.ts";
import { RowPool } from "./row-pool.ts";
import { type PanelWords, SignalPanel } from "./signal-panel.ts";
import { type HeadWords, TableHead } from "./table-head.ts";
import { isSameLayout, layoutFor, panelHeight, rowHeight, type TableLayout } from "./table-layout.ts";

interface ViewSetting {
  readonly view: "all" | "ids";
  readonly decoder: DbcDecoder | null;
  readonly words: RowWords & PanelWords;
  readonly head: HeadWords;
  /** With reduced motion only the newest step of the fading stays. */
  readonly reducedMotion: boolean;
  onSendAgain(row: IdRow): void;
}

const HEAD = 32;
/** Numbers that would flicker are written twice a second. */
const SLOW_MS = 500;
const UNCHANGED = 3;

/**
 * The rows of the live table, drawn straight into the page once per animation frame: a few dozen elements that are
 * filled again and again, whatever comes. React makes the frame around it and never sees a frame of a bus.
 */
export class FrameView {
  layout: TableLayout;
  /** At the bottom, where the newest are; scrolling up leaves it. */
  isFollowing = true;
  onFollowing: ((following: boolean) => void) | undefined;
  onLayout: ((layout: TableLayout) => void) | undefined;
  private readonly scroller: HTMLElement;
  private readonly space = element("div", styles.space, { role: "rowgroup" });
  private readonly head: TableHead;
  private readonly model: LiveFrames;
  private readonly setting: ViewSetting;
  private readonly clock = new ClockTexts();
  private readonly resize: ResizeObserver;
  private readonly pool: RowPool;
  private readonly shownKeys: number[] = [];
  private readonly open = new Map<number, SignalPanel>();
  private readonly lines = new IdLines();
  private width = 0;
  private height = 0;
  private scrollTop = 0;
  private origin = 0;
  private appended = 0;
  private listDrawn: RowList | undefined;
  private slowMs = 0;
  private readonly input: LastInput;
  private spaceHeight = -1;
  private drawn = "";

  constructor(host: HTMLElement, model: LiveFrames, setting: ViewSetting) {
    this.model = model;
    this.setting = setting;
    this.head = new TableHead(setting.view, setting.head);
    this.pool = new RowPool(setting.view, this.space);
    // It scrolls, so the keyboard must reach it.
    const attributes = { role: "table", "aria-label": setting.head.label, tabindex: "0" };
    this.scroller = element("div", styles.scroller, attributes);
    const headGroup = element("div", styles.headGroup, { role: "rowgroup" });
    headGroup.append(this.head.node);
    this.scroller.append(headGroup, this.space);
    host.append(this.scroller);
    this.width = this.scroller.clientWidth;
    this.height = this.scroller.clientHeight;
    this.layout = layoutFor(this.width, model.hasLong);
    this.head.setBytes(this.layout.bytesPerLine);
    this.isFollowing = setting.view === "all";
    this.resize = new ResizeObserver(() => this.measure());
    this.resize.observe(this.scroller);
    this.scroller.addEventListener("scroll", this.scrolled, { passive: true });
    this.space.addEventListener("click", this.clicked);
    this.input = new LastInput(this.scroller);
  }

  destroy(): void {
    this.resize.disconnect();
    this.scroller.remove();
  }

  follow(): void {
    this.isFollowing = true;
    this.refresh();
  }

  /** Something else than the frames has changed: everything is drawn anew. */
  refresh(): void {
    this.drawn = "";
    this.lines.forget();
  }

  draw(nowMs: number): void {
    const shown = this.model.shown(nowMs);
    this.updateLayout();
    const isSlow = nowMs - this.slowMs >= SLOW_MS;
    if (isSlow) this.slowMs = nowMs;
    if (this.setting.view === "all") this.drawAll(shown);
    else this.drawIds(shown, isSlow);
  }

  private measure(): void {
    this.width = this.scroller.clientWidth;
    this.height = this.scroller.clientHeight;
    this.refresh();
  }

  private updateLayout(): void {
    const layout = layoutFor(this.width, this.model.hasLong);
    if (isSameLayout(layout, this.layout)) return;
    this.layout = layout;
    this.head.setBytes(layout.bytesPerLine);
    this.refresh();
    this.onLayout?.(layout);
  }

  private get roomForRows(): number {
    return Math.max(0, this.height - (this.layout.narrow ? 0 : HEAD));
  }

  private readonly scrolled = () => {
    const top = this.scroller.scrollTop;
    if (Math.abs(top - this.scrollTop) <= 1) return;
    // A table that changes its height moves by itself; only a person leaves the newest rows.
    if (this.isFollowing && !this.input.isRecent) {
      // It is put back where it belongs, also when no frame comes any more.
      this.drawn = "";
      return;
    }
    this.scrollTop = top;
    this.drawn = "";
    if (this.setting.view !== "all") return;
    const atEnd = top >= this.spaceHeight - this.roomForRows - 4;
    if (atEnd !== this.isFollowing) {
      this.isFollowing = atEnd;
      this.onFollowing?.(atEnd);
    }
  };

  private readonly clicked = (event: Event) => {
    const target = event.target;
    if (!(target instanceof Element)) return;
    const at = this.pool.indexOfOpener(target.closest("button"));
    const key = this.shownKeys[at];
    if (at >= 0 && key !== undefined) this.toggle(key);
    for (const [openKey, panel] of this.open) {
      const row = panel.again === target && this.lines.rows.find((line) => line.key === openKey);
      if (row) this.setting.onSendAgain(row);
    }
  };

  private toggle(key: number): void {
    const panel = this.open.get(key);
    if (panel) {
      panel.node.remove();
      this.open.delete(key);
    } else this.open.set(key, new SignalPanel(this.setting.words));
    this.refresh();
  }

  private setSpace(height: number): void {
    if (height === this.spaceHeight) return;
    this.spaceHeight = height;
    this.space.style.height = `${height}px`;
  }

  private scrollTo(top: number): void {
    const bounded = Math.max(0, Math.min(top, this.spaceHeight - this.roomForRows));
    if (Math.abs(bounded - this.scrollTop) < 1 && Math.abs(bounded - this.scroller.scrollTop) < 1) return;
    this.scrollTop = bounded;
    this.scroller.scrollTop = bounded;
  }

  private drawAll({ ring, rows }: Shown): void {
    const state = `${this.model.revision}/${this.width}/${this.height}`;
    if (state === this.drawn) return;
    this.drawn = state;
    const dropped = this.listDrawn === rows ? rows.origin - this.origin : 0;
    const fresh = this.listDrawn === rows ? rows.appended - this.appended : 0;
    this.listDrawn = rows;
    this.origin = rows.origin;
    this.appended = rows.appended;
    this.setSpace(rows.total);
    if (this.isFollowing) this.scrollTo(rows.total);
    else if (dropped > 0) this.scrollTo(this.scrollTop - dropped);
    const first = rows.indexAt(this.scrollTop);
    let used = 0;
    const offset = rows.appended - rows.count;
    this.growPool();
    const needed = this.roomForRows + this.scrollTop;
    for (let i = first; i < rows.count && rows.top(i) < needed; i++, used++) {
      const row = this.pool.at(offset + i);
      row.place(rows.top(i), rows.top(i + 1) - rows.top(i));
      const gap = ring.gap(rows.number(i));
      if (gap) row.showGap(this.setting.words.gap(gap.fromMs, gap.toMs));
      else this.fillAll(row, ring, rows, i);
    }
    this.pool.hideRest(offset + first, used);
    if (this.isFollowing && !this.model.isPaused) this.model.undrawn += Math.max(0, fresh - used);
  }

  private fillAll(row: FrameRow, ring: Shown["ring"], rows: RowList, i: number): void {
    const number = rows.number(i);
    const slot = ring.slot(number);
    const timeUs = ring.timeUs[slot] as number;
    const size = ring.size[slot] as number;
    const flags = ring.flags[slot] as number;
    const id = ring.id[slot] as number;
    const channel = ring.channel[slot] as number;
    const bytes = ring.bytes(number);
    const low = ring.changedLow[slot] as number;
    const high = ring.changedHigh[slot] as number;
    row.show(
      { timeUs, channel, id, flags, size, bytes, name: this.decoderOf({ channel, id, flags })?.message.name ?? null },
      this.setting.words,
      this.clock,
    );
    row.bytes.show(bytes, bytes.length, (k) => ((k < 32 ? low >>> k : high >>> (k - 32)) & 1 ? 1 : UNCHANGED));
    const before = i > 0 ? ring.timeUs[ring.slot(rows.number(i - 1))] : undefined;
    row.showDelta(before === undefined ? null : timeUs - before);
  }

  private drawIds({ ids, nowMs }: Shown, isSlow: boolean): void {
    // What passes a filter of data changes with the data.
    if (isSlow || !this.lines.isOf(ids.rows)) this.arrangeLines(ids.rows);
    this.growPool();
    const { list, rows } = this.lines;
    this.setSpace(list.total);
    const first = list.indexAt(this.scrollTop);
    let used = 0;
    for (let i = first; i < list.count && list.top(i) < this.scrollTop + this.roomForRows; i++, used++) {
      const line = rows[i];
      if (line) this.fillId(this.pool.at(i), line, { i, nowMs, isSlow });
    }
    this.pool.hideRest(first, used);
  }

  private arrangeLines(all: readonly IdRow[]): void {
    const panelOf = (line: IdRow) =>
      this.open.has(line.key) ? panelHeight(this.layout, this.decoderOf(line)?.message.signals.length ?? 0) : 0;
    this.lines.arrange(
      all,
      (row) => this.model.passes(row),
      (line) => rowHeight(this.layout, line.size) + panelOf(line),
    );
    for (const [key, panel] of this.open) if (!this.lines.rows.some((line) => line.key === key)) panel.node.remove();
  }

  private fillId(
    row: FrameRow,
    line: IdRow,
    { i, nowMs, isSlow }: { i: number; nowMs: number; isSlow: boolean },
  ): void {
    const { words, reducedMotion } = this.setting;
    const height = rowHeight(this.layout, line.size);
    const top = this.lines.list.top(i);
    row.place(top, height);
    const { timeUs, channel, id, flags, size } = line;
    const bytes = line.data.subarray(0, payloadSize(size, flags));
    const decoder = this.decoderOf(line);
    const name = decoder?.message.name ?? null;
    row.show({ timeUs, channel, id, flags, size, bytes, name }, words, this.clock);
    row.bytes.show(bytes, bytes.length, (k) => {
      const age = ageOf(nowMs - (line.changedMs[k] as number));
      return reducedMotion && age > 0 ? UNCHANGED : age;
    });
    row.showCount(line.count);
    const at = this.pool.indexOf(row);
    if (isSlow || this.shownKeys[at] !== line.key) {
      this.shownKeys[at] = line.key;
      row.showCycle(cycleOf(line), words);
      row.showTrend(trendOf(line));
      row.showOpener(this.open.has(line.key), `${words.open} ${idText(id, flags)}`);
    }
    const panel = this.open.get(line.key);
    row.opener.setAttribute("aria-expanded", String(panel !== undefined));
    if (!panel) return;
    if (!panel.node.isConnected) this.space.append(panel.node);
    panel.place(top + height, this.lines.list.top(i + 1) - top - height);
    panel.show(line, name ?? idText(id, flags), decoder, nowMs);
  }

  private growPool(): void {
    this.pool.grow(Math.ceil(this.roomForRows / rowHeight(this.layout, 0)) + 2);
  }

  private decoderOf(frame: { channel: number; id: number; flags: number }): MessageDecoder | null {
    return decoderOfFrame(this.setting.decoder, frame);
  }
}
