export interface Batch {
  readonly sequence: number;
  readonly bytes: Uint8Array;
}

interface StoredBatch extends Batch {
  state: "kept" | "sent" | "held";
  isRefused: boolean;
  heldAtMs: number;
}

/** docs/device-protocol.md 2.2: a refused batch is sent again after an hour, or earlier on request. */
const HELD_MS = 3_600_000;

/**
 * Store and forward: batches with their identity, kept until the server has them. Sent in order; after a lost
 * connection unacknowledged batches are sent again with the same bytes, before newer ones.
 */
export class Outbox {
  readonly epoch: number;
  /** Batches given up because the card was full. */
  dropped = 0;
  bytes = 0;
  private readonly maxBytes: number;
  private readonly all = new Map<number, StoredBatch>();
  private queue: number[] = [];
  private sequence = 0;

  constructor(epoch: number, maxBytes: number) {
    this.epoch = epoch;
    this.maxBytes = maxBytes;
  }

  get nextSequence(): number {
    return this.sequence;
  }

  get waiting(): number {
    return this.all.size;
  }

  /** The bytes of the batch with `nextSequence`. */
  add(bytes: Uint8Array): void {
    const sequence = this.sequence++;
    this.all.set(sequence, { sequence, bytes, state: "kept", isRefused: false, heldAtMs: 0 });
    this.queue.push(sequence);
    this.bytes += bytes.length;
    if (this.bytes > this.maxBytes) this.dropOldest();
  }

  /** The next one to send; it counts as sent. */
  take(): Batch | undefined {
    for (let sequence = this.queue.shift(); sequence !== undefined; sequence = this.queue.shift()) {
      const batch = this.all.get(sequence);
      if (batch === undefined) continue;
      batch.state = "sent";
      return batch;
    }
    return undefined;
  }

  acknowledge(sequence: number, nowMs: number): void {
    const batch = this.all.get(sequence);
    if (batch === undefined) return;
    if (!batch.isRefused) {
      this.forget(batch);
      return;
    }
    batch.state = "held";
    batch.isRefused = false;
    batch.heldAtMs = nowMs;
  }

  /** `storage.full`: the acknowledgement that follows does not mean that it was stored. */
  refuse(epoch: number, sequence: number): void {
    const batch = epoch === this.epoch ? this.all.get(sequence) : undefined;
    if (batch !== undefined) batch.isRefused = true;
  }

  /** `storage.ok`, or the hour is over. */
  release(nowMs: number, minHeldMs = 0): void {
    let isAny = false;
    for (const batch of this.all.values()) {
      if (batch.state !== "held" || nowMs - batch.heldAtMs < minHeldMs) continue;
      batch.state = "kept";
      isAny = true;
    }
    if (isAny) this.sortQueue();
  }

  releaseOld(nowMs: number): void {
    this.release(nowMs, HELD_MS);
  }

  /** The connection is gone: batches in flight count as not received. */
  rewind(): void {
    for (const batch of this.all.values()) {
      if (batch.state !== "sent") continue;
      batch.state = "kept";
      batch.isRefused = false;
    }
    this.sortQueue();
  }

  private sortQueue(): void {
    const kept = [...this.all.values()].filter(({ state }) => state === "kept");
    this.queue = kept.map(({ sequence }) => sequence).sort((a, b) => a - b);
  }

  private dropOldest(): void {
    for (const batch of this.all.values()) {
      if (this.bytes <= this.maxBytes) return;
      // A batch in flight may be stored already: it must not be dropped.
      if (batch.state === "sent") continue;
      this.forget(batch);
      this.dropped++;
    }
  }

  private forget(batch: StoredBatch): void {
    this.all.delete(batch.sequence);
    this.bytes -= batch.bytes.length;
  }
}
