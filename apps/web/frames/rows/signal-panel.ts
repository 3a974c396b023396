import type { DecodedSignal } from "@canopy/can/dbc/decode/decode";
import { bitsText } from "@canopy/can/dbc/decode/raw-bits";
import { isStateSignal } from "@canopy/can/dbc/decode/states";
import { drawing, element, TextPlace } from "../table/dom.ts";
import styles from "../table/table.module.css";
import type { TableFrame } from "../table/table-frame.ts";
import { idText } from "./frame-cells.ts";
import type { FoundMessage } from "./frame-decoders.ts";
import { trendPoints } from "./frame-row.ts";
import { payloadOf } from "./joined-reading.ts";
import { numberText, signalText } from "./signal-text.ts";

export interface PanelWords {
  /** "6 signals · every 100 ms · from BMS · decoded with ev r7" */
  about(found: FoundMessage): string;
  notDecoded(frame: TableFrame): string;
  sendAgain: string;
  toCurve: string;
  bind: string;
  raw(value: string): string;
}

/** Actions on the frame of an opened row; absent ones are not offered. */
export interface PanelWays {
  onSendAgain?: ((frame: TableFrame) => void) | undefined;
  onCurve?: ((frames: readonly TableFrame[]) => void) | undefined;
  onBind?: (() => void) | undefined;
}

/** What the curve of a signal needs of a frame. */
export type SampledFrame = Pick<TableFrame, "bytes" | "joined">;

/** Ten samples per second are enough at this size. */
const SAMPLE_MS = 100;
const SAMPLES = 240;
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

/** The panel of an opened row: its signals with value, unit, state and the curve of the minute around it. */
export class SignalPanel {
  readonly node = element("div", styles.panelRow, { role: "row" });
  private readonly title = new TextPlace(element("strong", "mono"));
  private readonly about = new TextPlace(element("span", styles.panelAbout));
  private readonly grid = element("div", styles.signals);
  private readonly places = new Map<string, SignalPlace>();
  private readonly words: PanelWords;
  private readonly ways: PanelWays;
  private readonly actions = element("span", styles.panelActions);
  private frame: TableFrame | undefined;
  private found: FoundMessage | null | undefined;
  private sampledMs = Number.NEGATIVE_INFINITY;

  constructor(words: PanelWords, ways: PanelWays) {
    this.words = words;
    this.ways = ways;
    const head = element("div", styles.panelHead);
    head.append(this.title.node, this.about.node, this.actions);
    const cell = element("div", styles.panel, { role: "gridcell" });
    cell.append(head, this.grid);
    this.node.append(cell);
  }

  place(top: number, height: number): void {
    this.node.style.transform = `translateY(${top}px)`;
    this.node.style.height = `${height}px`;
  }

  show(frame: TableFrame, found: FoundMessage | null): void {
    if (found?.message !== this.found?.message || this.found === undefined) this.begin(frame, found);
    if (this.frame?.key === frame.key && this.frame.bytes === frame.bytes) return;
    this.frame = frame;
    if (found) for (const signal of found.message.decode(payloadOf(frame))) this.writeValue(signal);
  }

  /** Adds a sample of a live line, at a limited rate. */
  follow(frame: TableFrame, found: FoundMessage | null, nowMs: number): void {
    this.show(frame, found);
    if (found === null || nowMs - this.sampledMs < SAMPLE_MS) return;
    this.sampledMs = nowMs;
    for (const signal of found.message.decode(payloadOf(frame))) {
      this.writeValue(signal);
      this.addSample(signal);
      this.drawTrend(signal);
    }
  }

  /** The frames of the same identifier around this one, oldest first. */
  setSamples(around: readonly SampledFrame[]): void {
    if (!this.found) return;
    const frames = this.frame?.joined ? around.filter(({ joined }) => joined?.id === this.frame?.joined?.id) : around;
    for (const place of this.places.values()) place.samples = [];
    const step = Math.max(1, Math.floor(frames.length / SAMPLES));
    for (let i = 0; i < frames.length; i += step) {
      const frame = frames[i];
      if (frame) for (const signal of this.found.message.decode(payloadOf(frame))) this.addSample(signal);
    }
    if (this.frame) for (const signal of this.found.message.decode(payloadOf(this.frame))) this.drawTrend(signal);
  }

  private begin(frame: TableFrame, found: FoundMessage | null): void {
    this.found = found;
    this.frame = undefined;
    this.places.clear();
    this.grid.replaceChildren();
    this.sampledMs = Number.NEGATIVE_INFINITY;
    this.title.set(found?.message.message.name ?? idText(frame.id, frame.flags));
    this.about.set(found ? this.words.about(found) : this.words.notDecoded(frame));
    found?.message.message.signals.forEach(({ name, comment }, i) => {
      const place = makePlace(name, comment, i);
      this.places.set(name, place);
      this.grid.append(place.node);
    });
    this.offer(found);
  }

  private offer(found: FoundMessage | null): void {
    const { onCurve, onBind, onSendAgain } = this.ways;
    const button = (text: string, press: () => void) => {
      const made = element("button", styles.panelAction, { type: "button" });
      made.textContent = text;
      made.addEventListener("click", press);
      return made;
    };
    const own = (act: (frame: TableFrame) => void) => () => this.frame && act(this.frame);
    this.actions.replaceChildren(
      ...(found && onCurve
        ? [
            button(
              this.words.toCurve,
              own((frame) => onCurve([frame])),
            ),
          ]
        : []),
      ...(!found && onBind ? [button(this.words.bind, onBind)] : []),
      ...(onSendAgain ? [button(this.words.sendAgain, own(onSendAgain))] : []),
    );
  }

  private writeValue(decoded: DecodedSignal): void {
    const { signal, raw, text } = decoded;
    const place = this.places.get(signal.name);
    if (!place) return;
    const bits = bitsText(signal, raw);
    place.value.set(signalText(decoded));
    place.unit.set(text === null ? signal.unit : "");
    place.raw.set(text === null ? bits : this.words.raw(`${numberText(decoded)} · ${bits}`));
  }

  private addSample({ signal, value }: DecodedSignal): void {
    const samples = this.places.get(signal.name)?.samples;
    samples?.push(Number(value));
    if (samples && samples.length > SAMPLES) samples.shift();
  }

  private drawTrend({ signal }: DecodedSignal): void {
    const place = this.places.get(signal.name);
    if (!place) return;
    if (isStateSignal(signal)) drawLanes(place);
    else drawLine(place);
  }
}

function makePlace(name: string, comment: string | null, i: number): SignalPlace {
  const node = element("div", styles.signal, { "data-testid": "signal" });
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
  const line1 = element("div", styles.signalNumber, { "data-testid": "signal-value" });
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

/** State signals are drawn as lanes: one block per value, in the colour of its state. */
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
