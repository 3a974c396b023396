import { BatchDecoder } from "@canopy/can/dbc/decode/decode-batch";
import type { Dbc } from "@canopy/can/dbc/model";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { cycleUsOf, type Samples } from "../signals/samples/samples.ts";

/** A signal that is drawn: which message of the DBC, on which channel of the file. */
export interface LocalSignal {
  readonly key: string;
  readonly channel: number;
  readonly messageId: number;
  readonly isExtended: boolean;
  readonly signal: string;
}

const SLICE_FRAMES = 1 << 18;
const FIRST_SAMPLES = 1024;

/** Every sample of some signals in the order of time, in one pass; slices bound the memory of the columns between. */
export function decodeSignals(frames: FrameBatch, dbc: Dbc, signals: readonly LocalSignal[]): Map<string, Samples> {
  const decoder = new BatchDecoder(dbc);
  const wanted = signals.map((signal) => ({ ...signal, list: new SampleList() }));
  for (let from = 0; from < frames.length; from += SLICE_FRAMES) {
    const tables = decoder.decode(frames, from, Math.min(frames.length, from + SLICE_FRAMES));
    for (const { message, length, frame, columns, present } of tables) {
      for (const { channel, messageId, isExtended, signal, list } of wanted) {
        if (message.id !== messageId || message.isExtended !== isExtended) continue;
        const column = message.signals.findIndex(({ name }) => name === signal);
        const values = columns[column];
        const has = present?.[column];
        for (let row = 0; values && row < length; row += 1) {
          const at = frame[row] as number;
          if (frames.channel[at] === channel && has?.[row] !== 0)
            list.push(frames.timeUs[at] as number, Number(values[row]));
        }
      }
    }
  }
  return new Map(wanted.map(({ key, list }) => [key, list.samples()]));
}

class SampleList {
  #times = new Float64Array(FIRST_SAMPLES);
  #values = new Float64Array(FIRST_SAMPLES);
  #length = 0;
  #isOrdered = true;

  /** A value that is no number is no sample, as in the store. */
  push(timeUs: number, value: number): void {
    if (!Number.isFinite(value)) return;
    if (this.#length === this.#times.length) {
      this.#times = doubled(this.#times);
      this.#values = doubled(this.#values);
    }
    if (this.#length > 0 && timeUs < (this.#times[this.#length - 1] as number)) this.#isOrdered = false;
    this.#times[this.#length] = timeUs;
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  samples(): Samples {
    let times = this.#times.slice(0, this.#length);
    let values = this.#values.slice(0, this.#length);
    if (!this.#isOrdered) {
      // A file may hold frames in the order in which its channels were read.
      const order = new Uint32Array(this.#length).map((_, i) => i);
      order.sort((one, other) => (times[one] as number) - (times[other] as number) || one - other);
      [times, values] = [times, values].map((all) => Float64Array.from(order, (i) => all[i] as number)) as [
        typeof times,
        typeof values,
      ];
    }
    const samples = { times, values, length: this.#length, pixelUs: null };
    return { ...samples, cycleUs: cycleUsOf(samples) };
  }
}

function doubled(old: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(old.length * 2);
  larger.set(old);
  return larger;
}
