import { SESSION_DEFAULT } from "./services/diagnostic-session-control.ts";

/** TesterPresent without answer: 3E 80. */
export const TESTER_PRESENT = new Uint8Array([0x3e, 0x80]);

/** Keeps S3server from running out while the client is silent in a non-default session (ISO 14229-2, 7.2). */
export class KeepAlive {
  deadlineUs = Number.POSITIVE_INFINITY;
  session = SESSION_DEFAULT;
  private readonly periodUs: number;

  constructor(periodUs: number) {
    this.periodUs = periodUs;
  }

  /** Any request resets the server's timer. */
  spoke(nowUs: number): void {
    this.deadlineUs = this.session === SESSION_DEFAULT ? Number.POSITIVE_INFINITY : nowUs + this.periodUs;
  }

  /** What a positively answered request does to the session: 10 changes it, 11 ends it. */
  answered(request: Uint8Array, nowUs: number): void {
    if (request[0] === 0x10) this.session = (request[1] ?? SESSION_DEFAULT) & 0x7f;
    if (request[0] === 0x11) this.session = SESSION_DEFAULT;
    this.spoke(nowUs);
  }

  /** Stop for good: the job is over or the link is gone. */
  stop(): void {
    this.session = SESSION_DEFAULT;
    this.deadlineUs = Number.POSITIVE_INFINITY;
  }
}
