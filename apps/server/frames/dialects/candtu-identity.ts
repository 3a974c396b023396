import { createHash, randomInt } from "node:crypto";
import { PAYLOAD_WINDOW_MS } from "../ingest/recent-payloads.ts";

/** Of all terminals together; beyond it the oldest are forgotten first. */
const MAX_REMEMBERED = 200_000;

export interface BatchIdentity {
  readonly epoch: number;
  readonly sequence: number;
  /** SHA-256 of the payload. */
  readonly payloadHash: Uint8Array;
}

/** Gives batches without a sequence an identity: a repeated payload gets the one it had. */
export class CandtuIdentities {
  private readonly remembered = new Map<string, BatchIdentity & { readonly atMs: number }>();
  private readonly counters = new Map<number, { readonly epoch: number; next: number }>();

  identify(bindingNumber: number, payload: Uint8Array, nowMs: number): BatchIdentity {
    const payloadHash = createHash("sha256").update(payload).digest();
    const hash = `${bindingNumber}:${payloadHash.toString("base64")}`;
    const known = this.remembered.get(hash);
    if (known !== undefined && nowMs - known.atMs < PAYLOAD_WINDOW_MS) return known;
    const identity = { ...this.nextOf(bindingNumber), payloadHash, atMs: nowMs };
    this.remembered.delete(hash);
    this.remembered.set(hash, identity);
    this.forget(nowMs);
    return identity;
  }

  /** Sequences of one epoch are consecutive, which keeps the sets of ingest small. */
  private nextOf(bindingNumber: number): Omit<BatchIdentity, "payloadHash"> {
    const counter = this.counters.get(bindingNumber) ?? { epoch: randomInt(2 ** 32), next: 0 };
    this.counters.set(bindingNumber, counter);
    return { epoch: counter.epoch, sequence: counter.next++ };
  }

  private forget(nowMs: number): void {
    for (const [hash, { atMs }] of this.remembered) {
      if (nowMs - atMs < PAYLOAD_WINDOW_MS && this.remembered.size <= MAX_REMEMBERED) return;
      this.remembered.delete(hash);
    }
  }
}
