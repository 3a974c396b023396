import { joined, type Samples } from "./samples.ts";

/**
 * The newest samples of a live signal. Kept in contiguous arrays of twice the size, so that drawing and statistics read
 * it like stored samples; when they are full, the newer half moves to the front.
 */
export class SampleRing implements Samples {
  readonly pixelUs = null;
  readonly #keep: number;
  #times: Float64Array;
  #values: Float64Array;
  #from = 0;
  #to = 0;

  constructor(keep: number) {
    this.#keep = keep;
    this.#times = new Float64Array(keep * 2);
    this.#values = new Float64Array(keep * 2);
  }

  get times(): Float64Array {
    return this.#times.subarray(this.#from, this.#to);
  }

  get values(): Float64Array {
    return this.#values.subarray(this.#from, this.#to);
  }

  get length(): number {
    return this.#to - this.#from;
  }

  /** Inserts in the order of time, also late samples after a reconnect; duplicates are dropped. */
  push(atUs: number, value: number): void {
    if (this.#to === this.#times.length) this.#moveToFront();
    let place = this.#to;
    while (place > this.#from && (this.#times[place - 1] as number) > atUs) place--;
    if (place > this.#from && this.#times[place - 1] === atUs && this.#values[place - 1] === value) return;
    if (place < this.#to) {
      this.#times.copyWithin(place + 1, place, this.#to);
      this.#values.copyWithin(place + 1, place, this.#to);
    }
    this.#times[place] = atUs;
    this.#values[place] = value;
    this.#to++;
    if (this.length > this.#keep) this.#from++;
  }

  /** Inserts stored samples; duplicates are dropped. */
  merge(added: Samples): void {
    const all = joined(added, this.view());
    const from = Math.max(0, all.length - this.#keep);
    this.#times.set(all.times.subarray(from, all.length));
    this.#values.set(all.values.subarray(from, all.length));
    this.#from = 0;
    this.#to = all.length - from;
  }

  dropAfter(atUs: number): void {
    while (this.#to > this.#from && (this.#times[this.#to - 1] as number) > atUs) this.#to--;
  }

  /** Views of the arrays, valid until the next sample. */
  view(): Samples {
    return { times: this.times, values: this.values, length: this.length, pixelUs: null };
  }

  /** A copy, for the time of a pause. */
  copy(): Samples {
    return { times: this.times.slice(), values: this.values.slice(), length: this.length, pixelUs: null };
  }

  #moveToFront(): void {
    this.#times.copyWithin(0, this.#from, this.#to);
    this.#values.copyWithin(0, this.#from, this.#to);
    this.#to -= this.#from;
    this.#from = 0;
  }
}
