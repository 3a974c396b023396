import type { UdsOutcome } from "../client.ts";
import { NRC_WRONG_BLOCK_SEQUENCE_COUNTER } from "../negative-response.ts";
import { readDataByIdentifier } from "../services/read-data-by-identifier.ts";
import { requestDownload } from "../services/request-download.ts";
import { routineControl } from "../services/routine-control.ts";
import { isUnlockedSeed, securityAccess } from "../services/security-access.ts";
import { transferData } from "../services/transfer-data.ts";
import type { FlashPlan } from "./flash-plan.ts";
import { nextBlock } from "./flash-requests.ts";
import type { FlashCause, FlashPhase, FlashState, RequestPhase } from "./flash-state.ts";

/** The meaning of an outcome in a phase. `phase` null: continue in the usual order. */
export type Answered =
  | { kind: "next"; phase: FlashPhase | null; change: Partial<FlashState> }
  | { kind: "key"; seed: Uint8Array }
  | { kind: "failed"; cause: FlashCause; code: number | null };

export function answered(plan: FlashPlan, state: FlashState, phase: RequestPhase, outcome: UdsOutcome): Answered {
  if (outcome.kind === "positive") return positive(plan, state, phase, outcome.bytes);
  if (phase === "transferData") return blockRefused(state, outcome);
  return refused(outcome);
}

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
  const wanted = plan.readBack?.data ?? new Uint8Array(0);
  const { data } = decoded.value;
  const isEqual = data.length === wanted.length && data.every((byte, i) => byte === wanted[i]);
  return isEqual ? next() : failed("versionMismatch");
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
