import type { Pci } from "./pci.ts";

type FirstFrame = Extract<Pci, { kind: "first" }>;
type ConsecutiveFrame = Extract<Pci, { kind: "consecutive" }>;

const FIRST_CAPACITY = 256;

/**
 * One segmented message being put together. Memory grows with the received bytes, not with the length a first frame
 * claims: a 32-bit length costs an attacker one frame.
 */
export class Reception {
  readonly total: number;
  received = 0;
  private buffer: Uint8Array;
  private sequence = 1;
  private readonly frameSize: number;
  private readonly perFrame: number;

  constructor(first: FirstFrame, prefixSize: number) {
    this.total = first.length;
    this.frameSize = first.frameSize;
    this.perFrame = first.frameSize - prefixSize - 1;
    this.buffer = new Uint8Array(Math.min(first.length, FIRST_CAPACITY));
    this.append(first.data);
  }

  /** Consecutive frames still owed. */
  get framesLeft(): number {
    return Math.ceil((this.total - this.received) / this.perFrame);
  }

  accept(frame: ConsecutiveFrame): "ignored" | "wrongSequence" | "incomplete" | "complete" {
    // ISO 15765-2, 9.6.4.1: every consecutive frame has the size of the first frame; only the last may be shorter.
    const isLast = this.framesLeft === 1;
    if (frame.frameSize > this.frameSize || (!isLast && frame.frameSize < this.frameSize)) return "ignored";
    if (isLast && frame.data.length < this.total - this.received) return "ignored";
    if (frame.sequence !== this.sequence) return "wrongSequence";
    this.sequence = (this.sequence + 1) & 15;
    this.append(frame.data);
    return this.received === this.total ? "complete" : "incomplete";
  }

  bytes(): Uint8Array {
    return this.buffer.slice(0, this.received);
  }

  private append(data: Uint8Array): void {
    const part = data.subarray(0, this.total - this.received);
    const needed = this.received + part.length;
    if (needed > this.buffer.length) {
      const larger = new Uint8Array(Math.min(this.total, Math.max(needed, this.buffer.length * 2)));
      larger.set(this.buffer);
      this.buffer = larger;
    }
    this.buffer.set(part, this.received);
    this.received = needed;
  }
}
