/** Values of a signal in the order of their times, in milliseconds. */
export interface Samples {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** Frames of one identifier in the order of their times, in milliseconds. */
export interface FrameSamples {
  readonly times: Float64Array;
  readonly lengths: Uint8Array;
  /** `stride` bytes a frame, of which the length is used. */
  readonly data: Uint8Array;
  readonly stride: number;
}

/** What a measurement found. No data is neither passed nor failed. */
export interface Measurement {
  readonly outcome: "passed" | "failed" | "noData";
  /** The worst value that was measured; null without data. */
  readonly measured: number | null;
  /** How many values were judged, and how many of them were outside of the limit. */
  readonly judged: number;
  readonly failed: number;
  /** The moment of the worst value. */
  readonly atMs: number | null;
  /** How far back from that moment the evidence begins: of two moments the first. */
  readonly fromMs: number | null;
}

export const NO_DATA: Measurement = {
  outcome: "noData",
  measured: null,
  judged: 0,
  failed: 0,
  atMs: null,
  fromMs: null,
};

/** Collects values and keeps the worst: the one that is farthest outside, or nearest to the limit. */
export class Worst {
  #measured: number | null = null;
  #badness = Number.NEGATIVE_INFINITY;
  #atMs: number | null = null;
  #fromMs: number | null = null;
  #judged = 0;
  #failed = 0;

  /** `badness` above 0 is outside of the limit. */
  add(measured: number, badness: number, atMs: number, fromMs = atMs): void {
    this.#judged += 1;
    if (badness > 0) this.#failed += 1;
    if (badness <= this.#badness) return;
    this.#badness = badness;
    this.#measured = measured;
    this.#atMs = atMs;
    this.#fromMs = fromMs;
  }

  get measurement(): Measurement {
    if (this.#judged === 0) return NO_DATA;
    return {
      outcome: this.#failed === 0 ? "passed" : "failed",
      measured: this.#measured,
      judged: this.#judged,
      failed: this.#failed,
      atMs: this.#atMs,
      fromMs: this.#fromMs,
    };
  }
}
