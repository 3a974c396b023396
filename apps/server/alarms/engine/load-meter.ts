import { frameBits } from "@canopy/can/bus/bit-length";
import type { BitRates } from "@canopy/can/bus/bus-load";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";

/** Frames of a second whose bits are counted one by one; of the others each sixteenth. */
const COUNTED_FRAMES = 64;
const COUNTED_EACH = 16;
/** Bits of a classic frame without payload and stuff bits. */
const STANDARD_BITS = 47;
const EXTENDED_BITS = 67;

/** The time that the frames of one second take on a channel. Stuff bits are counted in some frames: the count is slow. */
export class LoadMeter {
  readonly #rates: BitRates;
  frames = 0;
  #weight = 0;
  #countedWeight = 0;
  #countedUs = 0;

  constructor(rates: BitRates) {
    this.#rates = rates;
  }

  add(frames: FrameBatch, i: number): void {
    const base = (frames.flags[i] as number) & FLAG_EXTENDED ? EXTENDED_BITS : STANDARD_BITS;
    const weight = base + 8 * (frames.size[i] as number);
    this.#weight += weight;
    if (this.frames < COUNTED_FRAMES || this.frames % COUNTED_EACH === 0) {
      const { nominalBps, dataBps = nominalBps } = this.#rates;
      const { nominal, data } = frameBits(frames.at(i));
      this.#countedUs += (nominal * 1e6) / nominalBps + (data * 1e6) / dataBps;
      this.#countedWeight += weight;
    }
    this.frames += 1;
  }

  /** Percent of the second. */
  get loadPercent(): number {
    return this.frames === 0 ? 0 : (this.#countedUs * this.#weight) / this.#countedWeight / 10_000;
  }

  clear(): void {
    this.frames = 0;
    this.#weight = 0;
    this.#countedWeight = 0;
    this.#countedUs = 0;
  }
}
