import type { FigureQuery, Figures, HeldState } from "../store/signal-query.ts";

/** Values that time in state is counted for; beyond it further ones are left out. */
const MOST_VALUES = 4096;

/** Figures of one signal, sample after sample in the order of time. */
export class FigureSums {
  readonly #gapUs: number | undefined;
  readonly #maxStates: number;
  readonly #held = new Map<number, number>();
  #samples = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #sum = 0;
  #squares = 0;
  #beforeUs = Number.NaN;
  #before = Number.NaN;

  constructor({ gapUs, maxStates = MOST_VALUES }: Pick<FigureQuery, "gapUs" | "maxStates">) {
    this.#gapUs = gapUs;
    this.#maxStates = maxStates;
  }

  /** A value that is not finite is no sample. */
  add(timeUs: number, value: number): void {
    if (!Number.isFinite(value)) return;
    this.#samples += 1;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
    this.#sum += value;
    this.#squares += value * value;
    if (this.#gapUs === undefined) return;
    const us = timeUs - this.#beforeUs;
    const known = this.#held.get(this.#before);
    if (us > 0 && us <= this.#gapUs && (known !== undefined || this.#held.size < MOST_VALUES))
      this.#held.set(this.#before, (known ?? 0) + us);
    this.#beforeUs = timeUs;
    this.#before = value;
  }

  figures(): Figures {
    const samples = this.#samples;
    if (samples === 0) return { samples, min: 0, max: 0, mean: 0, rms: 0, states: [] };
    const states: HeldState[] = [...this.#held].map(([value, us]) => ({ value, us }));
    states.sort((one, other) => other.us - one.us || one.value - other.value);
    return {
      samples,
      min: this.#min,
      max: this.#max,
      mean: this.#sum / samples,
      rms: Math.sqrt(this.#squares / samples),
      states: states.slice(0, this.#maxStates),
    };
  }
}
