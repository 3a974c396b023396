import type { Random } from "../world/random.ts";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** docs/device-protocol.md 1.1: 1 s, 2 s, 4 s … 60 s between tries, each with a random part of a half. */
export class Retry {
  private waitMs = FIRST_WAIT_MS;
  private timer: NodeJS.Timeout | undefined;
  private pauseMs = 0;
  private isStopped = false;
  private told = "";
  private readonly random: Random;
  private readonly connect: () => void;
  private readonly log: (text: string) => void;

  constructor(random: Random, connect: () => void, log: (text: string) => void) {
    this.random = random;
    this.connect = connect;
    this.log = log;
  }

  now(): void {
    if (!this.isStopped) this.connect();
  }

  succeeded(): void {
    this.waitMs = FIRST_WAIT_MS;
    this.told = "";
  }

  /** Least wait before the next try. */
  pause(forMs: number): void {
    this.pauseMs = forMs;
  }

  failed(error?: Error): void {
    if (this.isStopped) return;
    const text = error?.message ?? "";
    // A server that is away would fill the screen with one sentence.
    if (text !== "" && text !== this.told) this.log(text);
    this.told = text;
    const delayMs = Math.max(this.pauseMs, this.waitMs * this.random.between(0.5, 1));
    this.pauseMs = 0;
    this.waitMs = Math.min(LONGEST_WAIT_MS, this.waitMs * 2);
    this.timer = setTimeout(() => this.now(), delayMs);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }
}
