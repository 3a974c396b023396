import type { Writable } from "node:stream";
import type { UpTopic } from "@canopy/contract/device-link/topics";
import type { Delivery, Uplink } from "./uplink.ts";

const LETTERS: Partial<Record<UpTopic, string>> = { frames: "F", gps: "P" };
const END = "E";

/** Writes what a terminal recorded, batches and positions, into a stream; everything else it says is left out. */
export class PipeLink implements Uplink {
  readonly isOnline = true;
  /** The terminal has no power: nothing is recorded. */
  isUnpowered = false;
  private readonly into: Writable;

  constructor(into: Writable) {
    this.into = into;
  }

  publish(topic: UpTopic, payload: Uint8Array | string, settled?: (delivery: Delivery) => void): void {
    const letter = LETTERS[topic];
    if (letter !== undefined && !this.isUnpowered) this.write(letter, Buffer.from(payload));
    settled?.("done");
  }

  end(): void {
    this.write(END, Buffer.alloc(0));
  }

  cut(): void {}

  async close(): Promise<void> {}

  private write(letter: string, content: Buffer): void {
    const head = Buffer.alloc(5, letter);
    head.writeUInt32LE(content.length, 1);
    this.into.write(Buffer.concat([head, content]));
  }
}
