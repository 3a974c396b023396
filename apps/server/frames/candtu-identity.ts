import { createHash, randomInt } from "node:crypto";

/** DAT-08: two equal payloads of a terminal within so long are one. */
const WINDOW_MS = 10 * 60_000;
/** Of all terminals together; beyond it the oldest are forgotten first. */
const MAX_REMEMBERED = 200_000;

export interface BatchIdentity {
  readonly epoch: number;
  readonly sequence: number;
}

/** Gives batches without a sequence an identity: a repeated payload gets the one it had. */
export class CandtuIdentities {
  private readonly remembered = new Map<string, BatchIdentity & { readonly atMs: number }>();
  private readonly counters = new Map<number, { readonly epoch: number; next: number }>();

  identify(bindingNumber: number, payload: Uint8Array, nowMs: number): BatchIdentity {
    const hash = `${bindingNumber}:${createHash("sha256").update(payload).digest("base64")}`;
    const known = this.remembered.get(hash);
    if (known !== undefined && nowMs - known.atMs < WINDOW_MS) return known;
    const identity = { ...this.nextOf(bindingNumber), atMs: nowMs };
    this.remembered.delete(hash);
    this.remembered.set(hash, identity);
    this.forget(nowMs);
    return identity;
  }

  /** Sequences of one epoch follow each other, which is what ingest keeps cheaply. */
  private nextOf(bindingNumber: number): BatchIdentity {
    const counter = this.counters.get(bindingNumber) ?? { epoch: randomInt(2 ** 32), next: 0 };
    this.counters.set(bindingNumber, counter);
    return { epoch: counter.epoch, sequence: counter.next++ };
  }

  private forget(nowMs: number): void {
    for (const [hash, { atMs }] of this.remembered) {
      if (nowMs - atMs < WINDOW_MS && this.remembered.size <= MAX_REMEMBERED) return;
      this.remembered.delete(hash);
    }
  }
}
