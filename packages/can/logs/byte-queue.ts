/** Bytes that wait until a whole object has come together: `bytes[from, to)`. */
export class ByteQueue {
  bytes: Uint8Array = new Uint8Array(0);
  from = 0;
  to = 0;
  private store = new Uint8Array(0);

  get length(): number {
    return this.to - this.from;
  }

  /** Where nothing waits the chunk is taken as it is: call `own` before its memory is filled again. */
  append(chunk: Uint8Array): void {
    if (this.from === this.to) {
      this.bytes = chunk;
      this.from = 0;
      this.to = chunk.length;
      return;
    }
    this.reserve(this.length + chunk.length);
    this.store.set(chunk, this.to);
    this.to += chunk.length;
  }

  own(): void {
    if (this.from < this.to) this.reserve(this.length);
  }

  clear(): void {
    this.from = this.to;
  }

  /**
   * Moves the waiting bytes to the beginning of a store with room for `needed` bytes, if they are not in one already.
   */
  private reserve(needed: number): void {
    const isStored = this.bytes === this.store;
    if (isStored && this.from + needed <= this.store.length) return;
    const waiting = this.bytes.subarray(this.from, this.to);
    if (needed > this.store.length) this.store = new Uint8Array(Math.max(needed, 2 * this.store.length));
    this.store.set(waiting);
    this.bytes = this.store;
    this.to -= this.from;
    this.from = 0;
  }
}
