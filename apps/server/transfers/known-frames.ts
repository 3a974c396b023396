import { FrameBatch } from "@canopy/can/frame/batch";
import type { FrameStore } from "../frames/store/frame-store.ts";

/**
 * Frames of a file that the history of its device has already: a recording of the card repeats what its terminal has
 * sent, and of an import that was deleted in part the rest is there. The same frame is the same in time, channel,
 * identifier, flags and data.
 */
export class KnownFrames {
  /** Frames that were left out. */
  known = 0;
  readonly #frames: Pick<FrameStore, "stream">;
  readonly #bindingNumber: number;
  #held = new FrameBatch();

  constructor(frames: Pick<FrameStore, "stream">, bindingNumber: number) {
    this.#frames = frames;
    this.#bindingNumber = bindingNumber;
  }

  /** Takes copies. */
  hold(frames: FrameBatch): void {
    this.#held.pushAll(frames);
  }

  /** The held frames that history has not. */
  async missing(signal: AbortSignal): Promise<FrameBatch> {
    const held = this.#held;
    this.#held = new FrameBatch();
    if (held.length === 0) return held;
    const times = held.timeUs.subarray(0, held.length);
    const fromUs = times.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
    const toUs = times.reduce((most, one) => Math.max(most, one), 0) + 1;
    const counts = new Map<string, number>();
    const query = { bindingNumber: this.#bindingNumber, fromUs, toUs, filter: {} };
    for await (const stored of this.#frames.stream(query, signal)) {
      for (let i = 0; i < stored.length; i++) {
        const key = keyOf(stored, i);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    if (counts.size === 0) return held;
    const missing = new FrameBatch();
    for (let i = 0; i < held.length; i++) {
      const key = keyOf(held, i);
      const left = counts.get(key) ?? 0;
      if (left > 0) counts.set(key, left - 1);
      else missing.pushFrame(held.at(i));
    }
    this.known += held.length - missing.length;
    return missing;
  }
}

function keyOf(batch: FrameBatch, i: number): string {
  const { timeUs, channel, id, flags, size, data } = batch.at(i);
  return `${timeUs} ${channel} ${id} ${flags} ${size} ${Buffer.from(data).toString("latin1")}`;
}
