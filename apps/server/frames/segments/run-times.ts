import { numberAt } from "./packed-numbers.ts";
import { rowAt } from "./run.ts";
import { decodeTimes, TIME_GRID, type TimeCode } from "./times.ts";

/** Times of a run by row. Those of a grid are computed one by one: a page needs a few of thousands, a curve two a pixel. */
export class RunTimes {
  readonly count: number;
  #all: Float64Array | undefined;
  readonly #code: TimeCode | undefined;
  readonly #bytes: Uint8Array;
  readonly #startUs: number;
  readonly #periodUs: number;
  readonly #bits: number;

  private constructor(count: number, all: Float64Array | undefined, code: TimeCode | undefined, bytes: Uint8Array) {
    this.count = count;
    this.#all = all;
    this.#code = code;
    this.#bytes = bytes;
    this.#startUs = code === undefined ? 0 : code.firstUs + code.baseUs;
    this.#periodUs = code?.periodUs ?? 0;
    this.#bits = code?.bits ?? 0;
  }

  /** The first `count` of an array, which is used as it is. */
  static of(timesUs: Float64Array, count: number): RunTimes {
    return new RunTimes(count, timesUs, undefined, new Uint8Array(0));
  }

  /** `bytes` are those of `packNumbers`. */
  static decode(code: TimeCode, bytes: Uint8Array, count: number): RunTimes {
    const all = code.mode === TIME_GRID ? undefined : decodeTimes(code, bytes, count);
    return new RunTimes(count, all, code, bytes);
  }

  /** As an array, which may be longer than `count`. */
  get all(): Float64Array {
    this.#all ??= decodeTimes(this.#code as TimeCode, this.#bytes, this.count);
    return this.#all;
  }

  at(row: number): number {
    const all = this.#all;
    if (all !== undefined) return all[row] as number;
    // As in `decodeTimes`: rounded down after one multiplication of doubles.
    const gridUs = this.#startUs + Math.floor(row * this.#periodUs);
    return gridUs + numberAt(this.#bytes, this.count, this.#bits, row);
  }

  /** The first row at or after a time. */
  rowAt(timeUs: number): number {
    return this.#all === undefined ? this.#search(timeUs, 0, this.count) : rowAt(this.#all, this.count, timeUs);
  }

  /** The same among the rows `from … to - 1`, near `from` soonest; `to`: all of them are before the time. */
  nextRowAt(timeUs: number, from: number, to: number): number {
    let step = 1;
    let low = from;
    while (low + step <= to && this.at(low + step - 1) < timeUs) {
      low += step;
      step *= 2;
    }
    return this.#search(timeUs, low, Math.min(to, low + step));
  }

  #search(timeUs: number, from: number, to: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) < timeUs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Numbers of frames with the same time stamp, by row. */
export class RunKs {
  #all: Uint32Array | undefined;
  readonly #bytes: Uint8Array;
  readonly #bits: number;
  readonly #count: number;

  private constructor(count: number, all: Uint32Array | undefined, bits: number, bytes: Uint8Array) {
    this.#count = count;
    this.#all = all;
    this.#bits = bits;
    this.#bytes = bytes;
  }

  static of(ks: Uint32Array, count: number): RunKs {
    return new RunKs(count, ks, 0, new Uint8Array(0));
  }

  static decode(bits: number, bytes: Uint8Array, count: number): RunKs {
    return new RunKs(count, undefined, bits, bytes);
  }

  get all(): Uint32Array {
    if (this.#all === undefined) {
      const all = new Uint32Array(this.#count);
      for (let row = 0; row < all.length; row += 1) all[row] = numberAt(this.#bytes, this.#count, this.#bits, row);
      this.#all = all;
    }
    return this.#all;
  }

  at(row: number): number {
    const all = this.#all;
    return all === undefined ? numberAt(this.#bytes, this.#count, this.#bits, row) : (all[row] as number);
  }
}
