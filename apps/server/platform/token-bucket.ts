/** Bounds how often something happens: `perSecond` in the long run, `burst` at once. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #atMs: number;

  constructor(perSecond: number, burst: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#atMs = nowMs;
  }

  /** Whether it may happen once more now. */
  take(nowMs: number): boolean {
    this.#refill(nowMs);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Takes tokens that may not be there: the bucket owes them. */
  charge(tokens: number, nowMs: number): void {
    this.#refill(nowMs);
    this.#tokens -= tokens;
  }

  #refill(nowMs: number): void {
    const elapsedS = Math.max(0, nowMs - this.#atMs) / 1000;
    this.#tokens = Math.min(this.#burst, this.#tokens + elapsedS * this.#perSecond);
    this.#atMs = nowMs;
  }
}
