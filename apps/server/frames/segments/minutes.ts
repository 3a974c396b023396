import { MINUTE_US } from "../store/time-window.ts";
import type { MinuteEntry } from "./footer.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Counts frames by minute. */
export class MinuteCounts {
  readonly #minutes = new Map<number, Mutable<MinuteEntry>>();

  /** Rows `from … to - 1`, in the order of time. */
  add(timesUs: Float64Array, from: number, to: number): void {
    let row = from;
    while (row < to) {
      const firstUs = timesUs[row] as number;
      const minute = Math.floor(firstUs / MINUTE_US);
      const endUs = (minute + 1) * MINUTE_US;
      const start = row;
      while (row < to && (timesUs[row] as number) < endUs) row += 1;
      this.addEntry({ minute, frames: row - start, firstUs, lastUs: timesUs[row - 1] as number });
    }
  }

  addEntry({ minute, frames, firstUs, lastUs }: MinuteEntry): void {
    const known = this.#minutes.get(minute);
    if (known === undefined) {
      this.#minutes.set(minute, { minute, frames, firstUs, lastUs });
      return;
    }
    known.frames += frames;
    known.firstUs = Math.min(known.firstUs, firstUs);
    known.lastUs = Math.max(known.lastUs, lastUs);
  }

  list(): MinuteEntry[] {
    return [...this.#minutes.values()].sort((a, b) => a.minute - b.minute);
  }
}
