import type { DecodedSignal } from "@canopy/can/dbc/decode/decode";
import { FLAG_ERROR, FLAG_REMOTE, FLAG_TX } from "@canopy/can/frame/frame";
import { channelName } from "@canopy/contract/device-link/channels";
import type { Cycle } from "../sources/id-table.ts";
import { drawing, element, TextPlace } from "../table/dom.ts";
import styles from "../table/table.module.css";
import type { ColumnKey, TableColumn } from "../table/table-columns.ts";
import type { TableFrame } from "../table/table-frame.ts";
import { ByteCells } from "./byte-cells.ts";
import type { ErrorReading } from "./error-reading.ts";
import { readError } from "./error-reading.ts";
import { asciiOf, countText, idText, type KindKey, kindOf, millisecondsText } from "./frame-cells.ts";
import type { FoundMessage, FrameDecoders } from "./frame-decoders.ts";
import { inputValue } from "./input-value.ts";
import { groupName, joinedText, payloadOf } from "./joined-reading.ts";
import type { RowClock } from "./row-clock.ts";
import { SignalCells } from "./signal-cells.ts";
import { tellingFirst } from "./telling-signals.ts";
import { ValueCells } from "./value-cells.ts";

/** Texts of a row, in the language of the page. */
export interface RowWords {
  kind(key: KindKey): string;
  /** No DBC of the channel contains the identifier. */
  unknown: string;
  notIn(dbcs: string): string;
  noDbc: string;
  noCycle: string;
  open: string;
  tick: string;
  errorFrame: string;
  error(reading: ErrorReading): string;
  gap(fromMs: number, toMs: number): string;
}

/** Inputs for writing a row. */
export interface RowPen {
  readonly words: RowWords;
  readonly clock: RowClock;
  readonly decoders: FrameDecoders;
  /** The chosen signals of a message; undefined: all. */
  chosen(found: FoundMessage): ReadonlySet<string> | undefined;
  deviceName(device: number): string;
}

const TREND_WIDTH = 68;
const TREND_HEIGHT = 16;
const TEXTS: readonly ColumnKey[] = [
  "time",
  "delta",
  "device",
  "channel",
  "direction",
  "id",
  "name",
  "kind",
  "length",
  "ascii",
  "count",
];

/** One row of the table, created once and refilled. */
export class FrameRow {
  readonly node: HTMLElement;
  readonly bytes = new ByteCells();
  /** Opens the signals of the row. */
  readonly opener = element("button", styles.openerButton, { type: "button", tabindex: "-1" });
  readonly tick = element("input", styles.tickBox, { type: "checkbox", tabindex: "-1" });
  private readonly texts = new Map<ColumnKey, TextPlace>();
  private readonly values = new ValueCells();
  private readonly cells: SignalCells;
  private readonly cycle = new TextPlace(element("span"));
  private readonly jitter = new TextPlace(element("span", styles.jitter));
  private readonly trend = drawing("polyline", { fill: "none" });
  private readonly note = new TextPlace(element("div", styles.gapText, { role: "gridcell" }));
  private shown = "";
  private top = Number.NaN;
  private height = Number.NaN;

  constructor(id: string, columns: readonly TableColumn[], cells: readonly string[] = []) {
    this.cells = new SignalCells(cells);
    this.node = element("div", styles.row, { role: "row", id });
    for (const { key } of columns) this.node.append(this.cell(key));
    this.node.append(this.note.node);
  }

  private cell(key: ColumnKey): HTMLElement {
    if (key === "data") return this.bytes.node;
    if (key === "values") return this.values.node;
    if (key === "cells") return this.cells.node;
    const made = element("div", styles[key], { role: "gridcell", "data-cell": key });
    if (TEXTS.includes(key)) this.texts.set(key, new TextPlace(made));
    else if (key === "opener") made.append(this.opener);
    else if (key === "tick") made.append(labelled(this.tick));
    else if (key === "cycle") made.append(this.cycle.node, this.jitter.node);
    else {
      const size = { width: String(TREND_WIDTH), height: String(TREND_HEIGHT), "aria-hidden": "true" };
      const picture = drawing("svg", size);
      picture.append(this.trend);
      made.append(picture);
    }
    return made;
  }

  place(top: number, height: number): void {
    if (top !== this.top) this.node.style.transform = `translateY(${top}px)`;
    if (height !== this.height) this.node.style.height = `${height}px`;
    this.top = top;
    this.height = height;
  }

  /** Placeholder while the row loads: its shape without texts. */
  showWaiting(): void {
    this.setState("wait");
    this.shown = "";
  }

  /** `stamp` changes with everything except the frame itself. */
  show(frame: TableFrame, pen: RowPen, stamp: number): void {
    const shown = `${frame.key} ${frame.deltaUs} ${stamp}`;
    if (shown === this.shown) return;
    this.shown = shown;
    if (frame.gap) {
      this.setState("gap");
      this.note.set(pen.words.gap(frame.gap.fromMs, frame.gap.toMs));
      return;
    }
    this.write(frame, pen);
    const { changedLow: low, changedHigh: high } = frame;
    this.bytes.show(frame.bytes, frame.bytes.length, (k) => ((k < 32 ? low >>> k : high >>> (k - 32)) & 1 ? 1 : 3));
  }

  /** All cells except the bytes, which fade in the view by identifier. */
  write(frame: TableFrame, pen: RowPen): void {
    const { words } = pen;
    const found = pen.decoders.find(frame);
    const isSent = (frame.flags & FLAG_TX) !== 0;
    const isError = (frame.flags & FLAG_ERROR) !== 0;
    const kind = kindOf(frame.channel, frame.flags);
    this.setState("data");
    this.set("time", pen.clock.of(frame.timeUs));
    this.set("delta", deltaText(frame.deltaUs));
    this.set("channel", channelName(frame.channel));
    if (frame.device !== undefined) this.set("device", pen.deviceName(frame.device));
    this.set("direction", isSent ? "Tx" : "Rx");
    this.set("id", isError ? words.errorFrame : idText(frame.id, frame.flags));
    const unnamed = frame.joined ? groupName(frame.joined.id) : words.unknown;
    const isUnnamed = found === null && !isError && inputValue(frame.channel, frame.bytes) === undefined;
    const isNaming = isUnnamed && pen.decoders.isOpening;
    this.set("name", found?.message.message.name ?? (isUnnamed && !isNaming ? unnamed : ""));
    this.mark("naming", isNaming);
    this.set("kind", words.kind(kind));
    this.set("length", String(frame.size));
    this.set("ascii", asciiOf(frame.bytes, frame.bytes.length));
    this.mark("sent", isSent);
    this.mark("unknown", found === null);
    if (this.node.dataset.kind !== kind) this.node.dataset.kind = kind;
    if (frame.cells) this.cells.show(frame.cells);
    else this.writeValues(frame, found, pen);
  }

  private writeValues(frame: TableFrame, found: FoundMessage | null, { words, decoders, chosen }: RowPen): void {
    const isError = (frame.flags & FLAG_ERROR) !== 0;
    if (found !== null && !isError) {
      this.values.show(shownSignals(frame, found, chosen(found)));
      return;
    }
    if (frame.joined) {
      this.values.showWords(joinedText(frame.joined));
      return;
    }
    const dbcs = decoders.namesOf(frame.channel, frame.device);
    const unread = dbcs === "" || decoders.isOpening ? words.noDbc : words.notIn(dbcs);
    this.values.showWords(
      isError ? words.error(readError(frame.bytes)) : (inputValue(frame.channel, frame.bytes) ?? unread),
    );
  }

  showCycle(cycle: Cycle | undefined, words: RowWords): void {
    this.cycle.set(cycle ? millisecondsText(cycle.meanUs) : words.noCycle);
    this.jitter.set(cycle ? `± ${millisecondsText(cycle.jitterUs)}` : "");
    // Bold only for a large jitter: over a twentieth of the cycle and above the clock's resolution.
    this.mark("uneven", Boolean(cycle && cycle.jitterUs > cycle.meanUs / 20 && cycle.jitterUs > 1000));
  }

  showTrend(intervals: readonly number[]): void {
    this.trend.setAttribute("points", trendPoints(intervals, TREND_WIDTH, TREND_HEIGHT));
  }

  showCount(count: number): void {
    this.set("count", countText(count));
  }

  showOpener(open: boolean, label: string): void {
    if (this.opener.getAttribute("aria-expanded") !== String(open)) {
      this.opener.setAttribute("aria-expanded", String(open));
    }
    if (this.opener.getAttribute("aria-label") !== label) this.opener.setAttribute("aria-label", label);
  }

  showTick(isSelected: boolean, label: string): void {
    if (this.tick.checked !== isSelected) this.tick.checked = isSelected;
    if (this.tick.getAttribute("aria-label") !== label) this.tick.setAttribute("aria-label", label);
    if (this.node.getAttribute("aria-selected") !== String(isSelected)) {
      this.node.setAttribute("aria-selected", String(isSelected));
    }
  }

  mark(name: "active" | "marked" | "sent" | "unknown" | "naming" | "uneven", on: boolean): void {
    if (this.node.dataset[name] !== String(on)) this.node.dataset[name] = String(on);
  }

  private set(key: ColumnKey, text: string): void {
    this.texts.get(key)?.set(text);
  }

  private setState(state: "data" | "gap" | "wait"): void {
    if (this.node.dataset.state === state) return;
    this.node.dataset.state = state;
    // A row to come has no cells yet.
    this.node.setAttribute("aria-busy", String(state === "wait"));
  }
}

/** The whole cell ticks: a finger hits more than the box. */
function labelled(tick: HTMLElement): HTMLElement {
  const label = element("label", styles.tickLabel);
  label.append(tick);
  return label;
}

function deltaText(deltaUs: TableFrame["deltaUs"]): string {
  if (deltaUs === undefined) return "";
  return deltaUs === null ? "—" : millisecondsText(deltaUs);
}

function shownSignals(
  frame: TableFrame,
  { message }: FoundMessage,
  chosen: ReadonlySet<string> | undefined,
): readonly DecodedSignal[] {
  if (frame.flags & FLAG_REMOTE) return [];
  const signals = message.decode(payloadOf(frame));
  return chosen ? signals.filter(({ signal }) => chosen.has(signal.name)) : tellingFirst(signals);
}

/** A sparkline from left to right; constant values run through the middle, what is no number is left out. */
export function trendPoints(all: readonly number[], width: number, height: number): string {
  const values = all.filter(Number.isFinite);
  if (values.length < 2) return "";
  const low = Math.min(...values);
  const high = Math.max(...values);
  // A change below two percent of the value is treated as noise.
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
