import type { UdsOutcome } from "../client.ts";
import {
  NRC_BUSY_REPEAT_REQUEST,
  NRC_CONDITIONS_NOT_CORRECT,
  NRC_TIME_DELAY_NOT_EXPIRED,
  NRC_WRONG_BLOCK_SEQUENCE_COUNTER,
} from "../negative-response.ts";
import { readDataByIdentifier } from "../services/read-data-by-identifier.ts";
import { requestDownload } from "../services/request-download.ts";
import { routineControl } from "../services/routine-control.ts";
import { isUnlockedSeed, securityAccess } from "../services/security-access.ts";
import { transferData } from "../services/transfer-data.ts";
import { equalsFilled } from "./filling.ts";
import { stepOf } from "./flash-order.ts";
import type { FlashPlan } from "./flash-plan.ts";
import { nextBlock } from "./flash-requests.ts";
import type { FlashCause, FlashPhase, FlashState, ReadBack, RequestPhase } from "./flash-state.ts";

/** The meaning of an outcome in a phase. `phase` null: continue in the usual order. */
export type Answered =
  | { kind: "next"; phase: FlashPhase | null; change: Partial<FlashState> }
  | { kind: "key"; seed: Uint8Array }
  /** The same request once more, after a pause. */
  | { kind: "again" }
  | { kind: "failed"; cause: FlashCause; code: number | null };

export function answered(plan: FlashPlan, state: FlashState, phase: RequestPhase, outcome: UdsOutcome): Answered {
  const result = outcome.kind === "positive" ? positive(plan, state, phase, outcome.bytes) : null;
  if (result?.kind === "failed") return otherwise(plan, state, phase, result);
  return result ?? unanswered(plan, state, phase, outcome);
}

/** Refusals that time may remove. */
const PASSING: readonly number[] = [NRC_BUSY_REPEAT_REQUEST, NRC_CONDITIONS_NOT_CORRECT, NRC_TIME_DELAY_NOT_EXPIRED];
/** An ECU that boots answers a little later. */
const READ_BACK_REPEATS = 5;

function unanswered(plan: FlashPlan, state: FlashState, phase: RequestPhase, outcome: UdsOutcome): Answered {
  if (phase === "clearDtcs" || phase === "readDtcs") return next();
  if (phase === "transferData") {
    const again = blockRefused(state, outcome);
    return again.kind === "failed" ? otherwise(plan, state, phase, again) : again;
  }
  const isPassing = outcome.kind === "timeout" || (outcome.kind === "negative" && PASSING.includes(outcome.code));
  const step = stepOf(plan, state);
  const repeats = phase === "readBack" ? READ_BACK_REPEATS : (step?.repeat ?? 0);
  // A key belongs to the seed before it.
  if (isPassing && phase !== "sendKey" && state.repeats < repeats) return { kind: "again" };
  if (outcome.kind === "negative" && step?.onRefusal === "goOn") return next();
  return otherwise(plan, state, phase, refused(outcome));
}

const RESTARTABLE: readonly RequestPhase[] = [
  "requestDownload",
  "transferData",
  "transferExit",
  "checkMemory",
  "checkDependencies",
];

/** A transfer that went on behind a cut, and that the ECU does not take: once more from the erase. */
function otherwise(plan: FlashPlan, state: FlashState, phase: RequestPhase, failure: Answered): Answered {
  const isMine = failure.kind === "failed" && failure.cause !== "timeout" && RESTARTABLE.includes(phase);
  if (!isMine || !state.isResumed || state.isRestarted) return failure;
  return next("checkingBeforeErase", {
    ...BEFORE_TRANSFER,
    isRestarted: true,
    at: plan.flow.findIndex(({ kind }) => kind === "erase"),
  });
}

/** Nothing is erased and nothing transferred. */
export const BEFORE_TRANSFER = {
  segment: 0,
  acknowledged: 0,
  lastBlockAt: 0,
  erasedSegments: 0,
  blockSends: 0,
  isReopened: false,
} as const satisfies Partial<FlashState>;

function positive(plan: FlashPlan, state: FlashState, phase: RequestPhase, bytes: Uint8Array): Answered {
  switch (phase) {
    case "requestSeed":
      return seedGiven(bytes);
    case "erase":
      return routineDone(plan, bytes, erased(plan, state));
    case "preconditionRoutine":
    case "checkMemory":
    case "checkDependencies":
      return routineDone(plan, bytes, next());
    case "requestDownload":
      return downloadOpened(plan, bytes);
    case "transferData":
      return blockAcknowledged(plan, state, bytes);
    case "transferExit":
      return segmentDone(plan, state);
    case "readBack":
      return versionRead(plan, bytes);
    default:
      return next();
  }
}

function seedGiven(bytes: Uint8Array): Answered {
  const decoded = securityAccess.decodeResponse(bytes);
  if (!decoded.ok) return failed("invalid");
  return isUnlockedSeed(decoded.value.seed) ? next() : { kind: "key", seed: decoded.value.seed };
}

/** The first byte of the status record is the result of a routine, where the plan defines its meaning. */
function routineDone(plan: FlashPlan, bytes: Uint8Array, then: Answered): Answered {
  const decoded = routineControl.decodeResponse(bytes);
  if (!decoded.ok) return failed("invalid");
  const status = decoded.value.data[0];
  const isBad = plan.routineOk !== null && status !== undefined && status !== plan.routineOk;
  return isBad ? failed("routineFailed") : then;
}

function erased(plan: FlashPlan, state: FlashState): Answered {
  const erasedSegments = state.erasedSegments + 1;
  return next(erasedSegments < plan.segments.length ? "erase" : null, { erasedSegments });
}

function downloadOpened(plan: FlashPlan, bytes: Uint8Array): Answered {
  const decoded = requestDownload.decodeResponse(bytes);
  if (!decoded.ok) return failed("invalid");
  // ISO 14229-1, 14.2: the length counts SID and counter.
  const blockBytes = Math.min(decoded.value.maxBlockLength, plan.maxBlockLength) - 2;
  return next(null, { blockBytes, counter: 1 });
}

function blockAcknowledged(plan: FlashPlan, state: FlashState, bytes: Uint8Array): Answered {
  const decoded = transferData.decodeResponse(bytes);
  if (!decoded.ok || decoded.value.counter !== state.counter) return failed("invalid");
  const acknowledged = state.acknowledged + nextBlock(plan, state).length;
  const isLast = acknowledged >= (plan.segments[state.segment]?.data.length ?? 0);
  return next(isLast ? null : "transferData", {
    acknowledged,
    lastBlockAt: state.acknowledged,
    counter: (state.counter + 1) & 255,
    blockSends: 0,
    isReopened: false,
  });
}

/**
 * Silence: the same block with the same counter once more (ISO 14229-1, 14.5.2 lets the server answer it again). Wrong
 * counter: server and client disagree about the stored bytes, so the download is opened again, once, at the first
 * unacknowledged byte. Assuming that the server has the block would be cheaper, and a hole when it has not.
 */
function blockRefused(state: FlashState, outcome: UdsOutcome): Answered {
  if (outcome.kind === "timeout" && state.blockSends === 1) return next("transferData");
  const isWrongCounter = outcome.kind === "negative" && outcome.code === NRC_WRONG_BLOCK_SEQUENCE_COUNTER;
  return isWrongCounter && !state.isReopened ? next("requestDownload", { isReopened: true }) : refused(outcome);
}

function segmentDone(plan: FlashPlan, state: FlashState): Answered {
  const segment = state.segment + 1;
  const phase = segment < plan.segments.length ? "requestDownload" : null;
  return next(phase, { segment, acknowledged: 0, lastBlockAt: 0, blockSends: 0 });
}

/** Success is proved by the ECU's identification afterwards, not by the bytes sent. */
function versionRead(plan: FlashPlan, bytes: Uint8Array): Answered {
  const decoded = readDataByIdentifier.decodeResponse(bytes);
  if (!decoded.ok) return failed("invalid");
  return equalsFilled(decoded.value.data, plan.readBack.data) ? next() : failed("versionMismatch");
}

export function readBackOf(result: Answered, outcome: UdsOutcome): ReadBack | null {
  if (result.kind === "again") return null;
  if (result.kind === "next") return "new";
  if (result.kind === "failed" && result.cause === "versionMismatch") return "other";
  return outcome.kind === "negative" ? "refused" : "silent";
}

function next(phase: FlashPhase | null = null, change: Partial<FlashState> = {}): Answered {
  return { kind: "next", phase, change };
}

function failed(cause: FlashCause): Answered {
  return { kind: "failed", cause, code: null };
}

function refused(outcome: UdsOutcome): Answered {
  if (outcome.kind === "negative") return { kind: "failed", cause: "negative", code: outcome.code };
  return failed(outcome.kind === "positive" ? "invalid" : outcome.kind);
}
