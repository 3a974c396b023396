/** How far clocks may drift apart before the time is asked for again. */
const FRESH_MS = 3_600_000;

/**
 * The clock of the server, by what `time.sync` told: deadlines of requests are its times. It goes on by a clock that
 * nobody sets, so that a step of this machine's time makes no request late.
 */
export class ServerClock {
  private readonly steadyMs: () => number;
  private told: { readonly serverMs: number; readonly atMs: number } | undefined;

  constructor(steadyMs: () => number) {
    this.steadyMs = steadyMs;
  }

  set(serverMs: number): void {
    this.told = { serverMs, atMs: this.steadyMs() };
  }

  /** Undefined: it was not told yet. */
  get nowMs(): number | undefined {
    return this.told && this.told.serverMs + this.steadyMs() - this.told.atMs;
  }

  get isFresh(): boolean {
    return this.told !== undefined && this.steadyMs() - this.told.atMs < FRESH_MS;
  }
}
