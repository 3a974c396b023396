import { addressKey } from "../../platform/http/address-key.ts";
import { TokenBucket } from "../../platform/token-bucket.ts";

/** Number of addresses remembered; the oldest is dropped first. */
const MAX_ADDRESSES = 10_000;
/** Connections that a wrong key counts for. */
const FAILURE_COST = 20;

/** Bounds how often one address connects: a token bucket per address, of IPv6 per /64. */
export class ConnectionRate {
  private readonly buckets = new Map<string, TokenBucket>();
  private readonly perSecond: number;
  private readonly burst: number;

  constructor(perSecond: number, burst: number) {
    this.perSecond = perSecond;
    this.burst = burst;
  }

  /** Whether one more connection of this address is welcome now. */
  admit(address: string, nowMs: number): boolean {
    return this.bucketOf(address, nowMs).take(nowMs);
  }

  /** The claimed identity was wrong. */
  failed(address: string, nowMs: number): void {
    this.bucketOf(address, nowMs).charge(FAILURE_COST, nowMs);
  }

  private bucketOf(address: string, nowMs: number): TokenBucket {
    const key = addressKey(address);
    const known = this.buckets.get(key);
    if (known) return known;
    const bucket = new TokenBucket(this.perSecond, this.burst, nowMs);
    this.buckets.set(key, bucket);
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
