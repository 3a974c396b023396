import { SESSION_DEFAULT } from "./services/diagnostic-session-control.ts";

/** TesterPresent without answer: 3E 80. */
export const TESTER_PRESENT = new Uint8Array([0x3e, 0x80]);

/**
 * Keeps S3server from running out in a non-default session (ISO 14229-2, 7.2). A physical session needs it only while
 * the client is silent; one entered functionally holds other ECUs too, which hear nothing of our physical requests, so
 * TesterPresent then goes out functionally and all the time.
 */
export class KeepAlive {
  deadlineUs = Number.POSITIVE_INFINITY;
  session = SESSION_DEFAULT;
  isFunctional = false;
  private readonly periodUs: number;

  constructor(periodUs: number) {
    this.periodUs = periodUs;
  }

  /** A physical request resets the timer of its ECU. */
  spoke(nowUs: number): void {
    if (!this.isFunctional) this.restart(nowUs);
  }

  /** Effect of a positively answered request on the session: 10 changes it, 11 ends it. */
  answered(request: Uint8Array, options: { functional: boolean }, nowUs: number): void {
    if (request[0] === 0x10) this.enter((request[1] ?? SESSION_DEFAULT) & 0x7f, options.functional, nowUs);
    else if (request[0] === 0x11 && !this.isFunctional) this.stop();
    else this.spoke(nowUs);
  }

  restart(nowUs: number): void {
    this.deadlineUs = this.session === SESSION_DEFAULT ? Number.POSITIVE_INFINITY : nowUs + this.periodUs;
  }

  /** Stop for good: the job is over or the link is gone. */
  stop(): void {
    this.session = SESSION_DEFAULT;
    this.isFunctional = false;
    this.deadlineUs = Number.POSITIVE_INFINITY;
  }

  private enter(session: number, functional: boolean, nowUs: number): void {
    // A physical default session ends one ECU's session; the others stay until they are told.
    if (session === SESSION_DEFAULT && (functional || !this.isFunctional)) {
      this.stop();
      return;
    }
    if (session !== SESSION_DEFAULT) this.session = session;
    this.isFunctional ||= functional;
    this.restart(nowUs);
  }
}
