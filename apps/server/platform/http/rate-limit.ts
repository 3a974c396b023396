import type { RateLimit } from "@canopy/contract/platform/endpoint";

const MINUTE_MS = 60_000;

/**
 * A sliding estimate over two fixed minutes: the previous one counts by the share of it that is still inside the last
 * 60 s. Two numbers per key, no timestamps, no burst at the turn of the minute.
 */
export class RateLimiter {
  private minute = -1;
  private current = new Map<string, number>();
  private previous = new Map<string, number>();

  /** Counts a call; answers the seconds to wait, 0 when it may go on. */
  take(key: string, limit: RateLimit, nowMs: number): number {
    this.turn(Math.floor(nowMs / MINUTE_MS));
    const share = 1 - (nowMs % MINUTE_MS) / MINUTE_MS;
    const used = this.current.get(key) ?? 0;
    const estimate = used + (this.previous.get(key) ?? 0) * share;
    if (estimate >= limit.perMinute) return Math.ceil((MINUTE_MS - (nowMs % MINUTE_MS)) / 1000);
    this.current.set(key, used + 1);
    return 0;
  }

  private turn(minute: number): void {
    if (minute === this.minute) return;
    this.previous = minute === this.minute + 1 ? this.current : new Map();
    this.current = new Map();
    this.minute = minute;
  }
}
