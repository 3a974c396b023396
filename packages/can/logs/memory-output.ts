import type { LogOutput } from "./writer.ts";

/** A log that is made in memory. */
export class MemoryOutput implements LogOutput {
  private buffer = new Uint8Array(64 * 1024);
  length = 0;

  append(bytes: Uint8Array): void {
    const end = this.length + bytes.length;
    if (end > this.buffer.length) {
      const larger = new Uint8Array(Math.max(end, this.buffer.length * 2));
      larger.set(this.buffer.subarray(0, this.length));
      this.buffer = larger;
    }
    this.buffer.set(bytes, this.length);
    this.length = end;
  }

  patch(at: number, bytes: Uint8Array): void {
    this.buffer.set(bytes, at);
  }

  /** A copy. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.buffer.slice(0, this.length);
  }

  /** Good until the next change. */
  view(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  /** Keeps the memory. */
  clear(): void {
    this.length = 0;
  }
}
