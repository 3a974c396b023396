import type { DecodedSignal, MessageDecoder } from "@canopy/can/dbc/decode/decode";
import { formatNumber } from "../../platform/formats.ts";
import styles from "../frames.module.css";
import { drawing, element, TextPlace } from "./dom.ts";
import { trendPoints } from "./frame-row.ts";
import type { IdRow } from "./id-table.ts";

export interface PanelWords {
  /** "6 signals · every 100 ms · from BMS · decoded by ev.dbc" */
  about(decoder: MessageDecoder): string;
  notDecoded: string;
  sendAgain: string;
  raw(value: string): string;
}

/** Ten a second are enough for a line of this size: it shows the last twelve seconds. */
const SAMPLE_MS = 100;
const SAMPLES = 120;
const WIDTH = 132;
const HEIGHT = 28;
const LANES = 4;

interface SignalPlace {
  node: HTMLElement;
  value: TextPlace;
  unit: TextPlace;
  raw: TextPlace;
  line: SVGElement;
  area: SVGElement;
  lanes: SVGElement;
  samples: number[];
}

/** What an opened row shows: its signals with value, unit, state and their last seconds. */
export class SignalPanel {
  readonly node = element("div", styles.panelRow, { role: "row" });
  /** Sends the frame of this row again. */
  readonly again: HTMLButtonElement;
  private readonly title = new TextPlace(element("strong", "mono"));
  private readonly about = new TextPlace(element("span", styles.panelAbout));
  private readonly grid = element("div", styles.signals);
  private readonly places = new Map<string, SignalPlace>();
  private readonly words: PanelWords;
  private decoder: MessageDecoder | null | undefined;
  private sampledMs = Number.NEGATIVE_INFINITY;

  constructor(words: PanelWords) {
    this.words = words;
    this.again = element("button", styles.panelAction, { type: "button" });
    this.again.textContent = words.sendAgain;
    const head = element("div", styles.panelHead);
    head.append(this.title.node, this.about.node, this.again);
    const cell = element("div", styles.panel, { role: "cell" });
    cell.append(head, this.grid);
    this.node.append(cell);
  }

  place(top: number, height: number): void {
    this.node.style.transform = `translateY(${top}px)`;
    this.node.style.height = `${height}px`;
  }

  show(row: IdRow, title: string, decoder: MessageDecoder | null, nowMs: number): void {
    if (decoder !== this.decoder) this.begin(decoder);
    this.title.set(title);
    if (decoder === null || nowMs - this.sampledMs < SAMPLE_MS) return;
    this.sampledMs = nowMs;
    for (const signal of decoder.decode(row.data.subarray(0, row.size))) this.showSignal(signal);
  }

  private begin(decoder: MessageDecoder | null): void {
    this.decoder = decoder;
    this.places.clear();
    this.grid.replaceChildren();
    this.about.set(decoder ? this.words.about(decoder) : this.words.notDecoded);
    this.sampledMs = Number.NEGATIVE_INFINITY;
    decoder?.message.signals.forEach(({ name, comment }, i) => {
      const place = makePlace(name, comment, i);
      this.places.set(name, place);
      this.grid.append(place.node);
    });
  }

  private showSignal({ signal, raw, value, text }: DecodedSignal): void {
    const place = this.places.get(signal.name);
    if (!place) return;
    const bits = `0x${(raw < 0 ? BigInt.asUintN(signal.length, BigInt(raw)) : raw).toString(16).toUpperCase()}`;
    place.value.set(text ?? formatNumber(Number(value)));
    place.unit.set(text === null ? signal.unit : "");
    place.raw.set(text === null ? bits : this.words.raw(`${formatNumber(Number(value))} · ${bits}`));
    place.samples.push(Number(value));
    if (place.samples.length > SAMPLES) place.samples.shift();
    if (signal.values.length > 0) drawLanes(place);
    else drawLine(place);
  }
}

function makePlace(name: string, comment: string | null, i: number): SignalPlace {
  const node = element("div", styles.signal);
  node.style.setProperty("--signal", `var(--signal-${(i % 10) + 1})`);
  const words = element("div", styles.signalName);
  words.append(new Text(name));
  const hint = element("div", styles.signalHint);
  hint.textContent = comment ?? "";
  if (comment) words.title = `${name}: ${comment}`;
  words.append(hint);
  const value = new TextPlace(element("span"));
  const unit = new TextPlace(element("span", styles.signalUnit));
  const raw = new TextPlace(element("div", styles.signalRaw));
  const numbers = element("div", styles.signalValue);
  const line1 = element("div", styles.signalNumber);
  line1.append(value.node, unit.node);
  numbers.append(line1, raw.node);
  const picture = drawing("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  picture.setAttribute("class", String(styles.signalTrend));
  const line = drawing("polyline", { class: String(styles.signalLine) });
  const area = drawing("path", { class: String(styles.signalArea) });
  const lanes = drawing("svg");
  picture.append(area, line, lanes);
  node.append(words, numbers, picture);
  return { node, value, unit, raw, line, area, lanes, samples: [] };
}

function drawLine({ samples, line, area }: SignalPlace): void {
  const points = trendPoints(samples, WIDTH, HEIGHT);
  line.setAttribute("points", points);
  area.setAttribute("d", points === "" ? "" : `M0,${HEIGHT} L${points.replaceAll(" ", " L")} L${WIDTH},${HEIGHT} Z`);
}

/** States are lanes: each stretch of one value is a block in the colour of its state. */
function drawLanes({ samples, lanes }: SignalPlace): void {
  const blocks: SVGElement[] = [];
  for (let from = 0; from < samples.length; ) {
    let to = from + 1;
    while (to < samples.length && samples[to] === samples[from]) to++;
    const x = (from / samples.length) * WIDTH;
    const lane = Math.abs(Math.trunc(samples[from] ?? 0)) % LANES;
    blocks.push(
      drawing("rect", {
        x: x.toFixed(1),
        y: "8",
        width: (((to - from) / samples.length) * WIDTH).toFixed(1),
        height: "12",
        class: String(styles[`lane${lane}`]),
      }),
    );
    from = to;
  }
  lanes.replaceChildren(...blocks);
}
