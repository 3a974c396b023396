import { FrameBatch } from "@canopy/can/frame/batch";
import { RunningVehicle } from "../../apps/simulator/vehicles/load-vehicle.ts";
import type { VehicleKind } from "../../apps/simulator/vehicles/vehicle.ts";

/** Every so many samples of a message one that stands out, as its first bytes. */
export interface Peaks {
  readonly channel: number;
  readonly id: number;
  readonly every: number;
  readonly bytes: Uint8Array;
}

/** The simulator drives some 20,000 frames a second; what is repeated is longer than any run of a fast message. */
const MINUTES = 10;
const PART_FRAMES = 100_000;
const MINUTE_US = 60_000_000;

/** Minutes of a simulated vehicle, again and again with later times: as many frames as a figure needs. */
export class VehicleTraffic {
  readonly periodUs: number;
  /** Times of the frames that were made peaks. */
  readonly peaksUs: number[] = [];
  readonly #frames: FrameBatch;
  readonly #peaks: Peaks | undefined;

  constructor(kind: VehicleKind, { peaks, minutes = MINUTES }: { peaks?: Peaks; minutes?: number } = {}) {
    this.periodUs = minutes * MINUTE_US;
    this.#frames = new RunningVehicle({ kind, seed: "bench", startUs: 0 }).advance(this.periodUs);
    this.#peaks = peaks;
  }

  get framesPerSecond(): number {
    return this.#frames.length / (this.periodUs / 1e6);
  }

  /** So many frames at least, from a time on. A batch is good until the next is asked for. */
  *from(startUs: number, frames: number): Generator<FrameBatch, void, undefined> {
    const rows = this.#rowsOfPeaks();
    let samples = 0;
    let made = 0;
    for (let originUs = startUs; made < frames; originUs += this.periodUs) {
      const wanted = Math.min(this.#frames.length, frames - made);
      const restore = this.#raisePeaks(rows, samples, originUs, wanted);
      for (let from = 0; from < wanted; from += PART_FRAMES)
        yield this.#part(from, Math.min(from + PART_FRAMES, wanted), originUs);
      restore();
      samples += rows.length;
      made += wanted;
    }
  }

  #rowsOfPeaks(): number[] {
    const { channel, id, length } = this.#frames;
    const rows: number[] = [];
    for (let i = 0; i < length; i += 1)
      if (id[i] === this.#peaks?.id && channel[i] === this.#peaks?.channel) rows.push(i);
    return rows;
  }

  #raisePeaks(rows: readonly number[], samples: number, originUs: number, wanted: number): () => void {
    const { timeUs, start, data } = this.#frames;
    const { every = 1, bytes = new Uint8Array() } = this.#peaks ?? {};
    const before: { at: number; bytes: Uint8Array }[] = [];
    for (let i = (every - (samples % every)) % every; i < rows.length; i += every) {
      const row = rows[i] as number;
      if (row >= wanted || samples + i === 0) continue;
      const at = start[row] as number;
      before.push({ at, bytes: data.slice(at, at + bytes.length) });
      data.set(bytes, at);
      this.peaksUs.push(originUs + (timeUs[row] as number));
    }
    return () => {
      for (const one of before) data.set(one.bytes, one.at);
    };
  }

  #part(from: number, to: number, originUs: number): FrameBatch {
    const { timeUs, channel, id, flags, size, start, data, dataLength } = this.#frames;
    return Object.assign(new FrameBatch(1, 1), {
      length: to - from,
      dataLength,
      timeUs: timeUs.subarray(from, to).map((time) => time + originUs),
      channel: channel.subarray(from, to),
      id: id.subarray(from, to),
      flags: flags.subarray(from, to),
      size: size.subarray(from, to),
      start: start.subarray(from, to),
      data,
    });
  }
}
