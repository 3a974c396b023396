import type { UdsOutcome } from "../client.ts";
import { type Answered, answered } from "./flash-answers.ts";
import type { FlashAction, FlashEvent, FlashTurn } from "./flash-events.ts";
import {
  isBeforeAnyRequest,
  isExitPhase,
  isHarmlessToResume,
  isReadingBack,
  isRequestPhase,
  phaseAfter,
} from "./flash-order.ts";
import { type FlashPlan, flashPlanProblem, totalBytes } from "./flash-plan.ts";
import { FLASH_REQUESTS, FUNCTIONAL_PHASES, isErased, keyRequest } from "./flash-requests.ts";
import {
  type FlashCause,
  type FlashFailure,
  type FlashPhase,
  type FlashState,
  isFinal,
  type RequestPhase,
} from "./flash-state.ts";
import { denials, type InterlockReading } from "./interlocks.ts";

const RESTORE_TRIES = 3;

/** The flash sequence: one event in, the next state and actions out. */
export function flashStep(plan: FlashPlan, state: FlashState, event: FlashEvent, nowUs: number): FlashTurn {
  return new Turn(plan, state, nowUs).take(event);
}

/** One step on a copy of the state. Events that the phase does not await change nothing. */
class Turn {
  private readonly plan: FlashPlan;
  private readonly nowUs: number;
  private readonly state: FlashState;
  private readonly actions: FlashAction[] = [];

  constructor(plan: FlashPlan, state: FlashState, nowUs: number) {
    this.plan = plan;
    this.state = { ...state };
    this.nowUs = nowUs;
  }

  take(event: FlashEvent): FlashTurn {
    if (!isFinal(this.state.phase)) this.handle(event);
    return { state: this.state, actions: this.actions };
  }

  private handle(event: FlashEvent): void {
    const { phase } = this.state;
    if (event.kind === "start" && phase === "queued") this.start();
    else if (event.kind === "resume" && phase !== "queued") this.resume();
    else if (event.kind === "cancel") this.cancel();
    else if (event.kind === "tick") this.tick();
    else if (event.kind === "downloaded" && phase === "downloading") this.checked(event.ok, "downloadFailed");
    else if (event.kind === "verified" && phase === "verifying") this.checked(event.ok, "imageInvalid");
    else if (event.kind === "interlocks") this.judge(event.readings);
    else if (event.kind === "key" && phase === "computingKey") this.takeKey(event.key);
    else if (event.kind === "outcome" && isRequestPhase(phase)) this.takeOutcome(phase, event.outcome);
  }

  private start(): void {
    if (flashPlanProblem(this.plan)) this.fail("badPlan");
    else this.enter("downloading");
  }

  /** After a cut nothing is known about the vehicle: the gate is asked again before the ECU is touched. */
  private resume(): void {
    const { phase, failure, isDtcSettingOff, isCommunicationOff } = this.state;
    Object.assign(this.state, { isProgramming: false, blockSends: 0, isReopened: false });
    this.rewindOpenSegment();
    if (isBeforeAnyRequest(phase) && !isDtcSettingOff && !isCommunicationOff) this.enter("downloading");
    else if (failure || isHarmlessToResume(phase)) this.enter("restoreSession");
    else this.enter("checkingInterlocks");
  }

  /** RequestTransferExit needs an open download: the last block is sent once more to have one. */
  private rewindOpenSegment(): void {
    const { segment, acknowledged, lastBlockAt } = this.state;
    if (acknowledged === this.plan.segments[segment]?.data.length) this.state.acknowledged = lastBlockAt;
  }

  private cancel(): void {
    if (isExitPhase(this.state.phase)) return;
    if (this.state.isPastErase) this.actions.push({ kind: "refused", reason: "pastErase" });
    else this.fail("cancelled");
  }

  private tick(): void {
    const { phase, deadlineUs } = this.state;
    if (deadlineUs === null || this.nowUs < deadlineUs) return;
    if (phase === "booting") this.goOn();
    else if (isRequestPhase(phase)) this.takeOutcome(phase, { kind: "timeout", cause: "transport" });
    else this.fail("timeout");
  }

  private checked(ok: boolean, cause: FlashCause): void {
    if (ok) this.goOn();
    else this.fail(cause);
  }

  private judge(readings: readonly InterlockReading[]): void {
    const { phase } = this.state;
    if (phase !== "checkingInterlocks" && phase !== "checkingBeforeErase") return;
    const { interlocks, interlockMaxAgeUs } = this.plan;
    const denied = denials(interlocks, readings, this.nowUs, interlockMaxAgeUs);
    if (denied.length === 0) this.goOn();
    else this.fail("denied", { denials: denied });
  }

  private takeKey(key: Uint8Array | null): void {
    const level = this.plan.securityLevel;
    if (key === null || key.length === 0 || level === null) this.fail("noKey");
    else {
      this.state.phase = "sendKey";
      this.request("sendKey", keyRequest(level, key));
    }
  }

  private takeOutcome(phase: RequestPhase, outcome: UdsOutcome): void {
    if (phase === "restoreCommunication" || phase === "restoreDtcSetting") this.takeRestored(phase, outcome);
    else this.follow(answered(this.plan, this.state, phase, outcome));
  }

  private follow(result: Answered): void {
    if (result.kind === "failed") this.fail(result.cause, { code: result.code });
    else if (result.kind === "key") {
      this.state.phase = "computingKey";
      this.await();
      this.actions.push({ kind: "computeKey", level: this.plan.securityLevel ?? 0, seed: result.seed });
    } else {
      const next = result.phase ?? phaseAfter(this.state.phase);
      Object.assign(this.state, result.change);
      if (result.change.acknowledged) this.reportProgress();
      this.enter(next);
    }
  }

  /** A restore without a positive answer is tried again, and at last left to the report. */
  private takeRestored(phase: "restoreCommunication" | "restoreDtcSetting", outcome: UdsOutcome): void {
    if (outcome.kind === "positive") {
      this.state[phase === "restoreCommunication" ? "isCommunicationOff" : "isDtcSettingOff"] = false;
      this.goOn();
    } else if (this.state.restoreTries < RESTORE_TRIES) this.ask(phase);
    else this.goOn();
  }

  /** Records the first failure and takes the exit that fits the steps done. */
  private fail(cause: FlashCause, detail: Partial<FlashFailure> = {}): void {
    const { state } = this;
    const { phase } = state;
    state.failure ??= { phase, cause, code: null, denials: [], ...detail };
    // An ECU that refused to program still drives the vehicle: it must not be reset.
    if (phase === "programmingSession" && cause === "negative") state.isProgramming = false;
    if (isExitPhase(phase)) this.goOn();
    else if (state.isProgramming) this.enter("reset");
    else if (state.isDtcSettingOff || state.isCommunicationOff) this.enter("restoreSession");
    else if (isBeforeAnyRequest(phase) || isReadingBack(phase)) this.finish("failure");
    else this.enter("defaultSession");
  }

  private goOn(): void {
    this.enter(phaseAfter(this.state.phase));
  }

  /** Goes to a phase, past those that this plan does not need. */
  private enter(phase: FlashPhase): void {
    this.state.phase = phase;
    this.state.restoreTries = 0;
    this.await();
    if (isRequestPhase(phase)) this.enterRequest(phase);
    else if (phase === "success") this.finish("success");
    else if (phase === "downloading") this.actions.push({ kind: "download" });
    else if (phase === "verifying") this.actions.push({ kind: "verifyImage" });
    else if (phase === "booting") this.state.deadlineUs = this.nowUs + this.plan.bootUs;
    else if (phase === "checkingBeforeErase" && isErased(this.plan, this.state)) this.goOn();
    else this.actions.push({ kind: "readInterlocks", names: this.plan.interlocks });
  }

  private enterRequest(phase: RequestPhase): void {
    // A failed job ends with its way out; there is nothing to read back.
    if (this.state.failure && !isExitPhase(phase)) this.finish("failure");
    else if (!this.ask(phase)) this.goOn();
  }

  private ask(phase: RequestPhase): boolean {
    const bytes = phase === "sendKey" ? null : FLASH_REQUESTS[phase](this.plan, this.state);
    if (bytes) this.request(phase, bytes);
    return bytes !== null;
  }

  /** Effects of a request are recorded before it is sent: the answer may never come. */
  private request(phase: RequestPhase, bytes: Uint8Array): void {
    const { state } = this;
    this.await();
    if (phase === "dtcSettingOff") state.isDtcSettingOff = true;
    if (phase === "communicationOff") state.isCommunicationOff = true;
    if (phase === "programmingSession") state.isProgramming = true;
    if (phase === "erase") state.isPastErase = true;
    if (phase === "transferData") state.blockSends++;
    if (phase === "reset") Object.assign(state, { isProgramming: false, isWritten: state.failure === null });
    if (phase === "restoreCommunication" || phase === "restoreDtcSetting") state.restoreTries++;
    this.actions.push({ kind: "request", phase, bytes, functional: FUNCTIONAL_PHASES.has(phase) });
  }

  private await(): void {
    this.state.deadlineUs = this.nowUs + this.plan.stepUs;
  }

  private reportProgress(): void {
    const { segment, acknowledged } = this.state;
    const before = this.plan.segments.slice(0, segment).reduce((sum, { data }) => sum + data.length, 0);
    this.actions.push({ kind: "progress", acknowledged: before + acknowledged, total: totalBytes(this.plan) });
  }

  private finish(phase: "success" | "failure"): void {
    const { failure, isCommunicationOff, isDtcSettingOff, isPastErase, isWritten } = this.state;
    this.state.phase = phase;
    this.state.deadlineUs = null;
    const result = {
      isSuccess: phase === "success",
      failure,
      isCommunicationRestored: !isCommunicationOff,
      isDtcSettingRestored: !isDtcSettingOff,
      isEcuInBoot: isPastErase && !isWritten,
    };
    this.actions.push({ kind: "finished", result });
  }
}
