import { deflateRawSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import type { Frame } from "@canopy/can/frame/frame";
import type { Outbox } from "./outbox.ts";

const MAX_FRAMES = 500;

/** `plain` costs the least time, where the way has room. */
export type Pack = "deflated" | "plain";

/** Gathers frames into batches: full ones at once, others after a moment, so that a live view stays live. */
export class Batcher {
  private readonly outbox: Outbox;
  private readonly made: (bytes: Uint8Array, batch: FrameBatch) => void;
  private readonly maxAgeUs: number;
  private readonly pack: Pack;
  private readonly batch = new FrameBatch(MAX_FRAMES, MAX_FRAMES * 16);

  constructor(
    outbox: Outbox,
    maxAgeUs: number,
    made: (bytes: Uint8Array, batch: FrameBatch) => void,
    pack: Pack = "deflated",
  ) {
    this.pack = pack;
    this.outbox = outbox;
    this.made = made;
    this.maxAgeUs = maxAgeUs;
  }

  push(frame: Frame): void {
    this.batch.pushFrame(frame);
    const oldestUs = this.batch.timeUs[0] ?? 0;
    if (this.batch.length >= MAX_FRAMES || frame.timeUs - oldestUs >= this.maxAgeUs) this.flush();
  }

  flush(): void {
    if (this.batch.length === 0) return;
    const { epoch, nextSequence: sequence } = this.outbox;
    const message = encodeCb1(this.batch, { epoch, sequence }, this.pack === "deflated" ? deflate : undefined);
    // The virtual bus carries valid frames only.
    if (!message.ok) throw new Error(`CB1: ${message.problem.code}`);
    this.outbox.add(message.value);
    this.made(message.value, this.batch);
    this.batch.clear();
  }
}

function deflate(body: Uint8Array): Uint8Array {
  return deflateRawSync(body, { level: 1 });
}
