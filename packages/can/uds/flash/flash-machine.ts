import type { UdsOutcome } from "../client.ts";
import { type Answered, answered, BEFORE_TRANSFER, readBackOf } from "./flash-answers.ts";
import type { FlashAction, FlashEvent, FlashTurn } from "./flash-events.ts";
import {
  isBeforeAnyRequest,
  isExitPhase,
  isGate,
  isHarmlessToResume,
  isReadingBack,
  isRequestPhase,
  phaseAfter,
  stepOf,
} from "./flash-order.ts";
import { type FlashPlan, flashPlanProblem, totalBytes } from "./flash-plan.ts";
import { FLASH_REQUESTS, isErased, isFunctional, keyRequest } from "./flash-requests.ts";
import {
  type FlashCause,
  type FlashFailure,
  type FlashPhase,
  type FlashState,
  isFinal,
  outcomeOf,
  type RequestPhase,
} from "./flash-state.ts";
import { denials, type InterlockReading } from "./interlocks.ts";

const RESTORE_TRIES = 3;
const PAUSE_US = 1_000_000;
/** The ECU's own checks said no to what was written: going on behind it would not help. */
const REFUSED_WHOLE: readonly FlashPhase[] = ["checkMemory", "checkDependencies", "readBack"];

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
    else if (event.kind === "retry" && this.state.phase === "failure") this.retry();
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
    this.beginAgain(this.nowUs + this.plan.resumeWaitUs);
    if (isBeforeAnyRequest(phase) && !isDtcSettingOff && !isCommunicationOff) this.enter("downloading");
    else if (failure || isHarmlessToResume(phase)) this.enter("restoreSession");
    else this.enter("checkingInterlocks");
  }

  /** What is left of a failed run is finished: the reading alone, the rest of the transfer, or all from the erase. */
  private retry(): void {
    const { state } = this;
    const { failure, isPastErase, isWritten, readBack } = state;
    const isUnread = isWritten && (readBack === null || readBack === "silent");
    if (!isUnread && failure && REFUSED_WHOLE.includes(failure.phase)) Object.assign(state, BEFORE_TRANSFER);
    state.failure = null;
    if (!isUnread) state.isWritten = false;
    this.beginAgain(this.nowUs);
    if (isUnread) this.enter("restoreSession");
    else this.enter(isPastErase ? "checkingInterlocks" : "downloading");
  }

  private beginAgain(gateUntilUs: number): void {
    const { state } = this;
    const isResumed = state.segment > 0 || state.acknowledged > 0;
    const calm = { isProgramming: false, isPausing: false, isRestarted: false, isReopened: false };
    Object.assign(state, calm, { at: 0, repeats: 0, blockSends: 0, readBack: null, isResumed, gateUntilUs });
    this.rewindOpenSegment();
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
    if (this.state.isPausing) this.endPause(phase);
    else if (phase === "booting") this.goOn();
    else if (isRequestPhase(phase)) this.takeOutcome(phase, { kind: "timeout", cause: "transport" });
    else this.fail("timeout");
  }

  private endPause(phase: FlashPhase): void {
    this.state.isPausing = false;
    this.await();
    if (isRequestPhase(phase)) this.ask(phase);
    else this.readGate();
  }

  private pause(): void {
    this.state.isPausing = true;
    this.state.deadlineUs = this.nowUs + PAUSE_US;
  }

  private checked(ok: boolean, cause: FlashCause): void {
    if (ok) this.goOn();
    else this.fail(cause);
  }

  private judge(readings: readonly InterlockReading[]): void {
    const { phase, isPausing, gateUntilUs } = this.state;
    if (!isGate(phase) || isPausing) return;
    const denied = denials(this.gateNames(), readings, this.nowUs, this.plan.interlockMaxAgeUs);
    const mayBecomeKnown = this.nowUs < gateUntilUs && denied.every(({ reason }) => reason !== "false");
    if (denied.length === 0) this.goOn();
    else if (mayBecomeKnown) this.pause();
    else this.fail("denied", { denials: denied });
  }

  /** After service 28 the others are silent: what they tell was judged right before it. */
  private gateNames(): readonly string[] {
    const { interlocks, knownInSilence } = this.plan;
    return this.state.isCommunicationOff && this.state.phase === "checkingBeforeErase"
      ? interlocks.filter((name) => knownInSilence.includes(name))
      : interlocks;
  }

  private readGate(): void {
    this.actions.push({ kind: "readInterlocks", names: this.gateNames() });
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
    if (this.state.isPausing) return;
    if (phase === "restoreCommunication" || phase === "restoreDtcSetting") this.takeRestored(phase, outcome);
    else {
      const result = answered(this.plan, this.state, phase, outcome);
      if (phase === "readBack") this.state.readBack = readBackOf(result, outcome);
      this.follow(result);
    }
  }

  private follow(result: Answered): void {
    if (result.kind === "failed") this.fail(result.cause, { code: result.code });
    else if (result.kind === "key") {
      this.state.phase = "computingKey";
      this.await();
      this.actions.push({ kind: "computeKey", level: this.plan.securityLevel ?? 0, seed: result.seed });
    } else if (result.kind === "again") {
      this.state.repeats++;
      this.pause();
    } else {
      const [next, at] = phaseAfter(this.plan, this.state);
      Object.assign(this.state, { at: result.phase === null ? at : this.state.at }, result.change);
      if (result.change.acknowledged) this.reportProgress();
      this.enter(result.phase ?? next);
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
    const [phase, at] = phaseAfter(this.plan, this.state);
    this.state.at = at;
    this.enter(phase);
  }

  /** Goes to a phase, past those that this plan does not need. */
  private enter(phase: FlashPhase): void {
    Object.assign(this.state, { phase, restoreTries: 0, repeats: 0, isPausing: false });
    this.await();
    if (isRequestPhase(phase)) this.enterRequest(phase);
    else if (phase === "success") this.finish("success");
    else if (phase === "downloading") this.actions.push({ kind: "download" });
    else if (phase === "verifying") this.actions.push({ kind: "verifyImage" });
    else if (phase === "booting") this.state.deadlineUs = this.nowUs + this.plan.bootUs;
    else if (phase === "checkingBeforeErase" && isErased(this.plan, this.state)) this.goOn();
    else this.readGate();
  }

  private enterRequest(phase: RequestPhase): void {
    // A failed job ends with its way out and the question what the ECU runs now.
    if (this.state.failure && !isExitPhase(phase) && phase !== "readBack") this.finish("failure");
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
    this.actions.push({ kind: "request", phase, bytes, functional: isFunctional(this.plan, state, phase) });
  }

  private await(): void {
    this.state.deadlineUs = this.nowUs + (stepOf(this.plan, this.state)?.timeoutUs ?? this.plan.stepUs);
  }

  private reportProgress(): void {
    const { segment, acknowledged } = this.state;
    const before = this.plan.segments.slice(0, segment).reduce((sum, { data }) => sum + data.length, 0);
    this.actions.push({ kind: "progress", acknowledged: before + acknowledged, total: totalBytes(this.plan) });
  }

  private finish(phase: "success" | "failure"): void {
    const { state } = this;
    Object.assign(state, { phase, deadlineUs: null });
    const result = {
      isSuccess: phase === "success",
      failure: state.failure,
      outcome: outcomeOf(state),
      isCommunicationRestored: !state.isCommunicationOff,
      isDtcSettingRestored: !state.isDtcSettingOff,
    };
    this.actions.push({ kind: "finished", result });
  }
}
