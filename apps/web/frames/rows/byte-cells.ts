import { element } from "../table/dom.ts";
import styles from "../table/table.module.css";
import { hexOfByte } from "./frame-cells.ts";

/** Three steps of age in one hue, without animation. */
const AGES_MS = [300, 800, 1600] as const;
const AGES = ["fresh", "recent", "old"] as const;

export function ageOf(sinceMs: number): number {
  for (let k = 0; k < AGES_MS.length; k++) if (sinceMs < (AGES_MS[k] as number)) return k;
  return AGES_MS.length;
}

/** The bytes of one row; a cell is written only when its content changes. */
export class ByteCells {
  readonly node: HTMLElement = element("div", styles.bytes, { role: "gridcell", "data-cell": "data" });
  private readonly cells: HTMLElement[] = [];
  private readonly shown: number[] = [];
  private size = 0;

  /** `ageAt` returns 0, 1 or 2 for a recently changed byte, 3 for an unchanged one. */
  show(bytes: Uint8Array, size: number, ageAt: (k: number) => number): void {
    for (let k = 0; k < size; k++) {
      const byte = bytes[k] as number;
      const age = ageAt(k);
      const state = byte * 4 + age;
      if (this.shown[k] === state && k < this.size) continue;
      this.put(k, byte, age, state);
    }
    for (let k = size; k < this.size; k++) (this.cells[k] as HTMLElement).hidden = true;
    this.size = size;
  }

  private put(k: number, byte: number, age: number, state: number): void {
    let cell = this.cells[k];
    if (cell === undefined) {
      cell = element("span", styles.byte);
      this.cells[k] = cell;
      this.node.append(cell);
    }
    if (this.shown[k] === undefined || (this.shown[k] as number) >> 2 !== byte) cell.textContent = hexOfByte(byte);
    cell.dataset.age = AGES[age] ?? (byte === 0 ? "zero" : "");
    cell.hidden = false;
    this.shown[k] = state;
  }
}
