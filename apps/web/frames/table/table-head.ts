import styles from "../frames.module.css";
import { element } from "./dom.ts";

/** The words above the columns. */
export interface HeadWords {
  label: string;
  signals: string;
  time: string;
  channel: string;
  direction: string;
  id: string;
  name: string;
  kind: string;
  length: string;
  data: string;
  ascii: string;
  cycle: string;
  trend: string;
  count: string;
}

/** The head of the live table, which stays while its rows scroll; on a phone it is for screen readers alone. */
export class TableHead {
  readonly node = element("div", styles.headRow, { role: "row" });
  private readonly bytes: HTMLElement;

  constructor(view: "all" | "ids", words: HeadWords) {
    this.bytes = element("div", `${styles.bytes} ${styles.headBytes}`, {
      role: "columnheader",
      "aria-label": words.data,
    });
    const signals = cell("", styles.opener);
    const unseen = element("span", "unseen");
    unseen.textContent = words.signals;
    signals.append(unseen);
    this.node.append(
      ...(view === "ids" ? [signals] : []),
      cell(words.time),
      cell(words.channel),
      cell(words.direction),
      cell(words.id),
      cell(words.name),
      cell(words.kind),
      cell(words.length, styles.length),
      this.bytes,
      cell(words.ascii, styles.headWide),
      cell(words.cycle, styles.headEnd),
      ...(view === "ids"
        ? [cell(words.trend, `${styles.headWide} ${styles.trend}`), cell(words.count, styles.headEnd)]
        : []),
    );
  }

  /** Each byte stands under its index. */
  setBytes(perLine: number): void {
    const numbers = Array.from({ length: perLine }, (_, k) => {
      const number = element("span", undefined, { "aria-hidden": "true" });
      number.textContent = String(k);
      return number;
    });
    this.bytes.replaceChildren(...numbers);
  }
}

function cell(text: string, className?: string): HTMLElement {
  const made = element("div", className, { role: "columnheader" });
  made.textContent = text;
  return made;
}
