import type { DecodedSignal } from "@canopy/can/dbc/decode/decode";
import { element, TextPlace } from "../table/dom.ts";
import styles from "../table/table.module.css";
import { signalText } from "./signal-text.ts";

/** Limit of a line; the opened row shows all values. */
const MAX_VALUES = 4;

interface ValuePlace {
  readonly node: HTMLElement;
  readonly name: TextPlace;
  readonly value: TextPlace;
  readonly unit: TextPlace;
}

/** The decoded values of a row in one line, or a reason where there are none. */
export class ValueCells {
  readonly node = element("div", styles.values, { role: "gridcell", "data-cell": "values" });
  private readonly words = new TextPlace(element("span", styles.valueWords));
  private readonly places: ValuePlace[] = [];
  private shown = 0;

  constructor() {
    this.node.append(this.words.node);
  }

  showWords(text: string): void {
    this.words.set(text);
    this.hideFrom(0);
  }

  show(signals: readonly DecodedSignal[]): void {
    this.words.set("");
    const count = Math.min(signals.length, MAX_VALUES);
    for (let k = 0; k < count; k++) {
      const decoded = signals[k] as DecodedSignal;
      const { signal, text } = decoded;
      const place = this.placeAt(k);
      place.name.set(signal.name);
      place.value.set(signalText(decoded));
      place.unit.set(text === null ? signal.unit : "");
      if (k >= this.shown) place.node.hidden = false;
    }
    this.hideFrom(count);
  }

  private hideFrom(count: number): void {
    for (let k = count; k < this.shown; k++) (this.places[k] as ValuePlace).node.hidden = true;
    this.shown = count;
  }

  private placeAt(k: number): ValuePlace {
    const known = this.places[k];
    if (known) return known;
    const node = element("span", styles.value);
    const name = new TextPlace(element("span", styles.valueName));
    const value = new TextPlace(element("b"));
    const unit = new TextPlace(element("small"));
    node.append(name.node, value.node, unit.node);
    this.node.append(node);
    const made = { node, name, value, unit };
    this.places[k] = made;
    return made;
  }
}
