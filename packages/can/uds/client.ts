import { KeepAlive, TESTER_PRESENT } from "./keep-alive.ts";
import { matchResponse, suppressesPositive } from "./match-response.ts";
import { NRC_BUSY_REPEAT_REQUEST, NRC_RESPONSE_PENDING } from "./negative-response.ts";
import type { DecodeProblem } from "./service.ts";
import { diagnosticSessionControl } from "./services/diagnostic-session-control.ts";
import { DEFAULT_CLIENT_TIMING, type UdsClientTiming } from "./timing.ts";

/** p2, p2Star: silence; pendingCap: held too long with response pending; transport: ISO-TP gave up. */
export type TimeoutCause = "p2" | "p2Star" | "pendingCap" | "transport";

export type UdsOutcome =
  /** `bytes` is empty when the positive response was suppressed. */
  | { kind: "positive"; bytes: Uint8Array }
  | { kind: "negative"; sid: number; code: number }
  | { kind: "invalid"; problem: DecodeProblem; bytes: Uint8Array }
  /** Something answered in time, but not this request. */
  | { kind: "unexpected"; bytes: Uint8Array }
  | { kind: "timeout"; cause: TimeoutCause };

export type ClientAction =
  /** A keep-alive belongs to no request: nothing is reported back. */
  | { kind: "send"; bytes: Uint8Array; functional: boolean; isKeepAlive: boolean }
  | { kind: "pending"; count: number }
  /** An answer to nothing we asked: for the trace. */
  | { kind: "stray"; bytes: Uint8Array }
  | { kind: "outcome"; outcome: UdsOutcome };

/** sending: until the transport says `sent`; awaiting: P2 or P2* runs; receiving: frames of the answer arrive. */
type State = "idle" | "sending" | "awaiting" | "receiving" | "pausing";

/**
 * The tester's side of one ECU as a pure machine. The caller moves bytes through a transport and reports `sent`,
 * `responding`, `receive` and `transportFailed`; a functional request is answered here by this ECU alone.
 */
export class UdsClient {
  readonly timing: UdsClientTiming;
  readonly keepAlive: KeepAlive;
  private state: State = "idle";
  private request = new Uint8Array(0);
  private functional = false;
  private timerUs = Number.POSITIVE_INFINITY;
  private capUs = Number.POSITIVE_INFINITY;
  private pendingCount = 0;
  private busyCount = 0;
  private stray: Uint8Array | null = null;

  constructor(timing: Partial<UdsClientTiming> = {}) {
    this.timing = { ...DEFAULT_CLIENT_TIMING, ...timing };
    this.keepAlive = new KeepAlive(this.timing.keepAliveUs);
  }

  get isBusy(): boolean {
    return this.state !== "idle";
  }

  /** When `tick` must be called at the latest. */
  get deadlineUs(): number {
    const { deadlineUs, isFunctional } = this.keepAlive;
    if (!this.isBusy) return deadlineUs;
    return isFunctional ? Math.min(this.timerUs, deadlineUs) : this.timerUs;
  }

  send(request: Uint8Array, nowUs: number, options: { functional?: boolean } = {}): ClientAction[] {
    if (this.isBusy) throw new Error("UDS client is busy: wait for the outcome");
    this.request = request.slice();
    this.functional = options.functional ?? false;
    this.busyCount = 0;
    return this.transmit(nowUs);
  }

  /** The request is on the bus as a whole: P2 starts now (ISO 14229-2, 7.2). */
  sent(nowUs: number): void {
    if (this.state === "sending") this.wait("awaiting", nowUs + this.timing.p2Us);
  }

  /** A frame of a segmented answer arrived: P2 is met, the transport's own timeouts watch the rest. */
  responding(nowUs: number): void {
    if (this.isBusy && this.state !== "pausing") this.wait("receiving", nowUs + this.timing.receiveUs);
  }

  transportFailed(nowUs: number): ClientAction[] {
    return this.isBusy && this.state !== "pausing" ? this.finish({ kind: "timeout", cause: "transport" }, nowUs) : [];
  }

  receive(response: Uint8Array, nowUs: number): ClientAction[] {
    if (!this.isBusy || this.state === "pausing") return [{ kind: "stray", bytes: response }];
    const match = matchResponse(this.request, response);
    switch (match.kind) {
      case "positive":
        return this.finish({ kind: "positive", bytes: response }, nowUs);
      case "negative":
        return this.receiveNegative(match.code, nowUs);
      case "invalid":
        return this.finish({ kind: "invalid", problem: match.problem, bytes: response }, nowUs);
      case "stray":
        this.stray = response;
        // The stray may have stopped P2 as the start of an answer: give the true answer its time back.
        if (this.state === "receiving") this.wait("awaiting", nowUs + this.silenceUs());
        return [{ kind: "stray", bytes: response }];
    }
  }

  private receiveNegative(code: number, nowUs: number): ClientAction[] {
    if (code === NRC_RESPONSE_PENDING) {
      if (this.pendingCount++ === 0) this.capUs = nowUs + this.timing.pendingCapUs;
      this.wait("awaiting", nowUs + this.timing.p2StarUs);
      return [{ kind: "pending", count: this.pendingCount }];
    }
    if (code === NRC_BUSY_REPEAT_REQUEST && this.busyCount < this.timing.busyRetries) {
      this.busyCount++;
      this.wait("pausing", nowUs + this.timing.busyPauseUs);
      return [];
    }
    return this.finish({ kind: "negative", sid: this.request[0] ?? 0, code }, nowUs);
  }

  tick(nowUs: number): ClientAction[] {
    if (nowUs < this.deadlineUs) return [];
    const { deadlineUs, isFunctional } = this.keepAlive;
    if (nowUs >= deadlineUs && (isFunctional || !this.isBusy)) {
      this.keepAlive.restart(nowUs);
      return [
        { kind: "send", bytes: TESTER_PRESENT, functional: isFunctional, isKeepAlive: true },
        ...this.tick(nowUs),
      ];
    }
    switch (this.state) {
      case "idle":
        return [];
      case "pausing":
        return this.transmit(nowUs);
      case "sending":
      case "receiving":
        return this.finish({ kind: "timeout", cause: "transport" }, nowUs);
      case "awaiting":
        return this.finish(this.silence(nowUs), nowUs);
    }
  }

  private silence(nowUs: number): UdsOutcome {
    if (nowUs >= this.capUs) return { kind: "timeout", cause: "pendingCap" };
    // ISO 14229-1, 8.2.2: after response pending the final answer comes in spite of the suppress bit.
    if (this.pendingCount > 0) return { kind: "timeout", cause: "p2Star" };
    if (suppressesPositive(this.request)) return { kind: "positive", bytes: new Uint8Array(0) };
    return this.stray ? { kind: "unexpected", bytes: this.stray } : { kind: "timeout", cause: "p2" };
  }

  private silenceUs(): number {
    return this.pendingCount > 0 ? this.timing.p2StarUs : this.timing.p2Us;
  }

  private transmit(nowUs: number): ClientAction[] {
    this.pendingCount = 0;
    this.stray = null;
    this.capUs = Number.POSITIVE_INFINITY;
    this.keepAlive.spoke(nowUs);
    this.wait("sending", nowUs + this.timing.sendUs);
    return [{ kind: "send", bytes: this.request, functional: this.functional, isKeepAlive: false }];
  }

  private wait(state: State, deadlineUs: number): void {
    this.state = state;
    this.timerUs = Math.min(deadlineUs, this.capUs);
  }

  private finish(outcome: UdsOutcome, nowUs: number): ClientAction[] {
    this.state = "idle";
    if (outcome.kind === "positive") {
      this.keepAlive.answered(this.request, { functional: this.functional }, nowUs);
      this.adoptTiming(outcome.bytes);
    } else this.keepAlive.spoke(nowUs);
    return [{ kind: "outcome", outcome }];
  }

  private adoptTiming(response: Uint8Array): void {
    if (!this.timing.adoptsServerTiming || response[0] !== 0x50) return;
    const decoded = diagnosticSessionControl.decodeResponse(response);
    if (!decoded.ok || !decoded.value.timing) return;
    const { timing } = this;
    const least = timing.adoptsServerTiming === "longer" ? timing : { p2Us: 0, p2StarUs: 0 };
    timing.p2Us = Math.max(least.p2Us, decoded.value.timing.p2Ms * 1000 + timing.networkUs);
    timing.p2StarUs = Math.max(least.p2StarUs, decoded.value.timing.p2StarMs * 1000 + timing.networkUs);
  }
}
