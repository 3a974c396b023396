import { FLAG_TX } from "@canopy/can/frame/frame";
import { channelName } from "@canopy/contract/device-link/channels";
import styles from "../frames.module.css";
import { ByteCells } from "./byte-cells.ts";
import { drawing, element, TextPlace } from "./dom.ts";
import { asciiOf, type ClockTexts, countText, idText, type KindKey, kindOf, millisecondsText } from "./frame-cells.ts";
import type { Cycle } from "./id-table.ts";

/** Words of a row, in the language of the page. */
export interface RowWords {
  kind(key: KindKey): string;
  unknown: string;
  noCycle: string;
  open: string;
  gap(fromMs: number, toMs: number): string;
}

interface RowFrame {
  timeUs: number;
  channel: number;
  id: number;
  flags: number;
  size: number;
  bytes: Uint8Array;
  /** Null: no DBC is chosen, or it does not know the identifier. */
  name: string | null;
}

const TREND_WIDTH = 68;
const TREND_HEIGHT = 16;

/** One row of the table, made once and filled again and again. */
export class FrameRow {
  readonly node: HTMLElement = element("div", styles.row, { role: "row" });
  readonly bytes = new ByteCells();
  /** The row's own button in the view by identifier. */
  readonly opener: HTMLButtonElement;
  private readonly openerCell = element("div", styles.opener, { role: "cell" });
  private readonly places: Record<"time" | "channel" | "direction" | "id" | "name" | "kind" | "length", TextPlace>;
  private readonly ascii = new TextPlace(element("div", styles.ascii, { role: "cell" }));
  private readonly cycle = new TextPlace(element("span"));
  private readonly jitter = new TextPlace(element("span", styles.jitter));
  private readonly count = new TextPlace(element("div", styles.count, { role: "cell" }));
  private readonly trend = drawing("polyline", { fill: "none" });
  private readonly note = new TextPlace(element("div", styles.gapText, { role: "cell" }));
  private top = Number.NaN;
  private height = Number.NaN;

  constructor(view: "all" | "ids") {
    const cell = (name: string) => new TextPlace(element("div", styles[name], { role: "cell" }));
    this.opener = element("button", styles.openerButton, { type: "button" });
    this.places = {
      time: cell("time"),
      channel: cell("channel"),
      direction: cell("direction"),
      id: cell("id"),
      name: cell("name"),
      kind: cell("kind"),
      length: cell("length"),
    };
    const { time, channel, direction, id, name, kind, length } = this.places;
    const cycle = element("div", styles.cycle, { role: "cell" });
    cycle.append(this.cycle.node, this.jitter.node);
    this.node.append(time.node, channel.node, direction.node, id.node, name.node, kind.node, length.node);
    this.node.append(this.bytes.node, this.ascii.node, cycle);
    if (view === "ids") this.addIdCells();
    this.node.append(this.note.node);
  }

  private addIdCells(): void {
    this.openerCell.append(this.opener);
    this.node.prepend(this.openerCell);
    const trend = element("div", styles.trend, { role: "cell" });
    const picture = drawing("svg", { width: String(TREND_WIDTH), height: String(TREND_HEIGHT), "aria-hidden": "true" });
    picture.append(this.trend);
    trend.append(picture);
    this.node.append(trend, this.count.node);
  }

  place(top: number, height: number): void {
    if (top !== this.top) this.node.style.transform = `translateY(${top}px)`;
    if (height !== this.height) this.node.style.height = `${height}px`;
    this.top = top;
    this.height = height;
  }

  show(frame: RowFrame, words: RowWords, clock: ClockTexts): void {
    const isSent = (frame.flags & FLAG_TX) !== 0;
    this.setState("data");
    this.places.time.set(clock.of(frame.timeUs));
    this.places.channel.set(channelName(frame.channel));
    this.places.direction.set(isSent ? "Tx" : "Rx");
    this.node.dataset.sent = String(isSent);
    this.places.id.set(idText(frame.id, frame.flags));
    this.places.name.set(frame.name ?? words.unknown);
    this.places.name.node.dataset.unknown = String(frame.name === null);
    const kind = kindOf(frame.channel, frame.flags);
    this.places.kind.set(words.kind(kind));
    this.node.dataset.kind = kind;
    this.places.length.set(String(frame.size));
    this.ascii.set(asciiOf(frame.bytes, frame.bytes.length));
  }

  showDelta(deltaUs: number | null): void {
    this.cycle.set(deltaUs === null ? "" : millisecondsText(deltaUs));
  }

  showCycle(cycle: Cycle | undefined, words: RowWords): void {
    this.cycle.set(cycle ? millisecondsText(cycle.meanUs) : words.noCycle);
    this.jitter.set(cycle ? `± ${millisecondsText(cycle.jitterUs)}` : "");
    // Bold only where it is large: beyond a twentieth of the cycle, and more than the clock's own grain.
    this.node.dataset.uneven = String(Boolean(cycle && cycle.jitterUs > cycle.meanUs / 20 && cycle.jitterUs > 1000));
  }

  showTrend(intervals: readonly number[]): void {
    this.trend.setAttribute("points", trendPoints(intervals, TREND_WIDTH, TREND_HEIGHT));
  }

  showCount(count: number): void {
    this.count.set(countText(count));
  }

  showOpener(open: boolean, label: string): void {
    this.opener.setAttribute("aria-expanded", String(open));
    if (this.opener.getAttribute("aria-label") !== label) this.opener.setAttribute("aria-label", label);
  }

  showGap(text: string): void {
    this.setState("gap");
    this.note.set(text);
  }

  private setState(state: "data" | "gap"): void {
    if (this.node.dataset.state !== state) this.node.dataset.state = state;
  }
}

/** A line from left to right, in the middle where nothing changes. */
export function trendPoints(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) return "";
  const low = Math.min(...values);
  const high = Math.max(...values);
  // Two percent of the value is quiet: noise must not fill the picture.
  const span = Math.max(high - low, Math.abs(high) * 0.02, Number.MIN_VALUE);
  const middle = (low + high) / 2;
  return values
    .map((value, k) => {
      const x = (k / (values.length - 1)) * width;
      const y = height / 2 - ((value - middle) / span) * (height - 4);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(" ");
}
