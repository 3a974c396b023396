interface Bucket {
  tokens: number;
  atMs: number;
}

/** Number of addresses remembered; the oldest is dropped first. */
const MAX_ADDRESSES = 10_000;
/** Connections that a wrong key counts for. */
const FAILURE_COST = 20;

/** Bounds how often one address connects: a token bucket per address. */
export class ConnectionRate {
  private readonly buckets = new Map<string, Bucket>();
  private readonly perSecond: number;
  private readonly burst: number;

  constructor(perSecond: number, burst: number) {
    this.perSecond = perSecond;
    this.burst = burst;
  }

  /** Whether one more connection of this address is welcome now. */
  admit(address: string, nowMs: number): boolean {
    const bucket = this.refilled(address, nowMs);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** The claimed identity was wrong. */
  failed(address: string, nowMs: number): void {
    this.refilled(address, nowMs).tokens -= FAILURE_COST;
  }

  private refilled(address: string, nowMs: number): Bucket {
    const bucket = this.buckets.get(address) ?? { tokens: this.burst, atMs: nowMs };
    const elapsedS = Math.max(0, nowMs - bucket.atMs) / 1000;
    bucket.tokens = Math.min(this.burst, bucket.tokens + elapsedS * this.perSecond);
    bucket.atMs = nowMs;
    this.buckets.set(address, bucket);
    if (this.buckets.size > MAX_ADDRESSES) this.forgetOldest();
    return bucket;
  }

  private forgetOldest(): void {
    for (const address of this.buckets.keys()) {
      this.buckets.delete(address);
      return;
    }
  }
}
