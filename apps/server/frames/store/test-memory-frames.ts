/** For tests: the frames of bindings as plain lists, which is what the store must be equal to. */
import type { Frame } from "@canopy/can/frame/frame";
import type { IncomingBatch } from "../ingest/incoming-batch.ts";
import { FRAME_BYTES, payloadSize } from "../segments/run.ts";
import { type FrameFilter, passes } from "./frame-filter.ts";
import type { UsageDay } from "./frame-store.ts";
import { dayOf, type TimeWindow } from "./time-window.ts";

export interface MemoryFrame extends Frame {
  /** The day it was stored on, whatever its own time is. */
  readonly storedDay: number;
}

export class MemoryFrames {
  readonly #frames = new Map<number, MemoryFrame[]>();
  readonly #seen = new Set<string>();

  /** The same batch again changes nothing. */
  land({ bindingNumber, epoch, sequence, frames }: IncomingBatch, storedDay: number): void {
    const name = `${bindingNumber}/${epoch}/${sequence}`;
    if (this.#seen.has(name)) return;
    this.#seen.add(name);
    const own = this.#of(bindingNumber);
    for (let i = 0; i < frames.length; i += 1) {
      const frame = frames.at(i);
      own.push({ ...frame, data: frame.data.slice(), storedDay });
    }
  }

  /** By time; frames of one time stamp in the order of arrival. */
  list(bindingNumber: number, window: TimeWindow, filter: FrameFilter = {}): MemoryFrame[] {
    const inside = this.#of(bindingNumber).filter(
      (frame) => frame.timeUs >= window.fromUs && frame.timeUs < window.toUs && passes(frame, filter),
    );
    return inside.sort((a, b) => a.timeUs - b.timeUs);
  }

  /** The oldest of a range, at most `limit`, frames of one time stamp together; the first of them always. */
  delete(bindingNumber: number, range: TimeWindow, keep: readonly TimeWindow[], limit: number): number {
    const isKept = ({ timeUs }: Frame) => keep.some(({ fromUs, toUs }) => timeUs >= fromUs && timeUs < toUs);
    const doomed = this.list(bindingNumber, range).filter((frame) => !isKept(frame));
    const firstUs = doomed[0]?.timeUs;
    const cutUs = doomed.length > limit ? (doomed[limit]?.timeUs ?? 0) : Number.POSITIVE_INFINITY;
    const gone = new Set(doomed.filter(({ timeUs }) => timeUs < cutUs || (cutUs === firstUs && timeUs === firstUs)));
    this.#frames.set(
      bindingNumber,
      this.#of(bindingNumber).filter((frame) => !gone.has(frame)),
    );
    return gone.size;
  }

  retain(bindingNumber: number, isKept: (frame: MemoryFrame) => boolean): void {
    this.#frames.set(bindingNumber, this.#of(bindingNumber).filter(isKept));
  }

  usage(bindingNumber: number): UsageDay[] {
    const days = new Map<number, { frames: number; bytes: number }>();
    for (const frame of this.#of(bindingNumber)) {
      const day = dayOf(frame.timeUs);
      const known = days.get(day) ?? { frames: 0, bytes: 0 };
      days.set(day, { frames: known.frames + 1, bytes: known.bytes + FRAME_BYTES + payloadSize(frame) });
    }
    return [...days].sort(([a], [b]) => a - b).map(([day, counts]) => ({ bindingNumber, day, ...counts }));
  }

  #of(bindingNumber: number): MemoryFrame[] {
    const own = this.#frames.get(bindingNumber) ?? [];
    this.#frames.set(bindingNumber, own);
    return own;
  }
}
