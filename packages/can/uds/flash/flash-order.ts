import type { FlashPlan } from "./flash-plan.ts";
import { type FlashPhase, type FlashState, REQUEST_PHASES, type RequestPhase } from "./flash-state.ts";
import type { FlowStep, FlowStepKind } from "./flow.ts";

/** After this phase comes that, outside of the flow and inside of one of its steps. */
const NEXT: Readonly<Partial<Record<FlashPhase, FlashPhase>>> = {
  queued: "downloading",
  downloading: "verifying",
  verifying: "checkingInterlocks",
  computingKey: "sendKey",
  checkingBeforeSilence: "communicationOff",
  checkingBeforeErase: "erase",
  requestDownload: "transferData",
  transferData: "transferExit",
  reset: "booting",
  booting: "restoreSession",
  restoreSession: "restoreCommunication",
  restoreCommunication: "restoreDtcSetting",
  restoreDtcSetting: "defaultSession",
  defaultSession: "readBack",
  readBack: "clearDtcs",
  clearDtcs: "readDtcs",
  readDtcs: "success",
  success: "success",
  failure: "failure",
};

/** The first phase of a step, where it is not of the same name. */
const FIRST: Readonly<Partial<Record<FlowStepKind, FlashPhase>>> = {
  communicationOff: "checkingBeforeSilence",
  unlock: "requestSeed",
  erase: "checkingBeforeErase",
  download: "requestDownload",
};

const BEFORE_ANY_REQUEST: ReadonlySet<FlashPhase> = new Set([
  "queued",
  "downloading",
  "verifying",
  "checkingInterlocks",
]);

const EXIT: ReadonlySet<FlashPhase> = new Set([
  "reset",
  "booting",
  "restoreSession",
  "restoreCommunication",
  "restoreDtcSetting",
  "defaultSession",
]);

const READING_BACK: ReadonlySet<FlashPhase> = new Set(["readBack", "clearDtcs", "readDtcs"]);

const REQUESTS: ReadonlySet<FlashPhase> = new Set(REQUEST_PHASES);

/** The phase behind the current one, and the step of the flow that it belongs to. */
export function phaseAfter(plan: FlashPlan, { phase, at }: Pick<FlashState, "phase" | "at">): [FlashPhase, number] {
  const next = NEXT[phase];
  if (next !== undefined) return [next, at];
  return firstOf(plan, phase === "checkingInterlocks" ? 0 : at + 1);
}

export function firstOf({ flow }: FlashPlan, at: number): [FlashPhase, number] {
  const step = flow[at];
  if (!step) return ["reset", at];
  return [FIRST[step.kind] ?? phaseOfKind(step.kind), at];
}

function phaseOfKind(kind: FlowStepKind): FlashPhase {
  return kind === "unlock" || kind === "download" ? "requestSeed" : kind;
}

/** Undefined: the phase belongs to no step of the flow. */
export function stepOf({ flow }: FlashPlan, { phase, at }: Pick<FlashState, "phase" | "at">): FlowStep | undefined {
  return isBeforeAnyRequest(phase) || isExitPhase(phase) || isReadingBack(phase) ? undefined : flow[at];
}

export function isRequestPhase(phase: FlashPhase): phase is RequestPhase {
  return REQUESTS.has(phase);
}

export function isBeforeAnyRequest(phase: FlashPhase): boolean {
  return BEFORE_ANY_REQUEST.has(phase);
}

/** The way out: nothing that happens here stops it. */
export function isExitPhase(phase: FlashPhase): boolean {
  return EXIT.has(phase);
}

/** The ECU runs again and the others are restored. */
export function isReadingBack(phase: FlashPhase): boolean {
  return READING_BACK.has(phase);
}

/** Restoring other ECUs, and reading, needs no new permission; a reset does. */
export function isHarmlessToResume(phase: FlashPhase): boolean {
  return READING_BACK.has(phase) || (EXIT.has(phase) && phase !== "reset");
}

export function isGate(phase: FlashPhase): boolean {
  return phase === "checkingInterlocks" || phase === "checkingBeforeSilence" || phase === "checkingBeforeErase";
}
