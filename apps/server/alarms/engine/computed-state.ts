import type { Step } from "@canopy/can/formula/moment";
import { Cycle } from "./cycle.ts";
import { DISORDER_US } from "./rule-machine.ts";
import type { WatchedFormula, WatchedInput } from "./watched-rule.ts";

/** The payload of a frame: `data[start, start + size)`. */
interface Payload {
  readonly data: Uint8Array;
  readonly start: number;
  readonly size: number;
}

/**
 * TRG-01: a computed signal of one device as its frames come. An input whose samples stay away is unknown, as the value of
 * a condition is stale: a signal that went silent decides nothing.
 */
export class ComputedState {
  readonly #formula: WatchedFormula;
  readonly #timeoutUs: number;
  readonly #held: Float64Array;
  readonly #fresh: Uint8Array;
  #cycles: Cycle[] = [];
  #step: Step;
  #clockUs = Number.NEGATIVE_INFINITY;

  constructor(formula: WatchedFormula, timeoutUs: number) {
    const { length } = formula.inputs;
    this.#formula = formula;
    this.#timeoutUs = timeoutUs;
    this.#held = new Float64Array(length);
    this.#fresh = new Uint8Array(length);
    this.#step = this.#begin();
  }

  /** A frame that some of the inputs are read from; NaN: there is no value. */
  sample(places: readonly number[], timeUs: number, { data, start, size }: Payload): number {
    // As the machine's time: a larger step back is a clock that was set.
    if (timeUs < this.#clockUs - DISORDER_US) this.#step = this.#begin();
    this.#clockUs = Math.max(timeUs, this.#clockUs);
    let isFresh = false;
    this.#fresh.fill(0);
    for (const place of places) {
      const value = (this.#formula.inputs[place] as WatchedInput).read(data, start, size);
      if (Number.isNaN(value)) continue;
      this.#cycles[place]?.measure(this.#clockUs);
      this.#held[place] = value;
      this.#fresh[place] = 1;
      isFresh = true;
    }
    if (!isFresh) return Number.NaN;
    for (const [place, { atUs, staleUs }] of this.#cycles.entries())
      if (this.#clockUs - atUs > staleUs) this.#held[place] = Number.NaN;
    return this.#step({ timeUs: this.#clockUs, held: this.#held, fresh: this.#fresh });
  }

  #begin(): Step {
    this.#clockUs = Number.NEGATIVE_INFINITY;
    this.#held.fill(Number.NaN);
    this.#cycles = this.#formula.inputs.map(() => new Cycle(this.#timeoutUs));
    return this.#formula.formula.start();
  }
}
