import type { Denial } from "./interlocks.ts";

/** Phases that ask the ECU something, in the order of a good run. */
export const REQUEST_PHASES = [
  "extendedSession",
  "preconditionRoutine",
  "dtcSettingOff",
  "communicationOff",
  "programmingSession",
  "requestSeed",
  "sendKey",
  "fingerprint",
  "erase",
  "requestDownload",
  "transferData",
  "transferExit",
  "checkMemory",
  "checkDependencies",
  "request",
  "reset",
  "restoreSession",
  "restoreCommunication",
  "restoreDtcSetting",
  "defaultSession",
  "readBack",
  "clearDtcs",
  "readDtcs",
] as const;

export type RequestPhase = (typeof REQUEST_PHASES)[number];

export const FLASH_PHASES = [
  "queued",
  "downloading",
  "verifying",
  "checkingInterlocks",
  ...REQUEST_PHASES,
  "computingKey",
  /** The gate once more, before 28 makes the bus silent and before the memory is erased. */
  "checkingBeforeSilence",
  "checkingBeforeErase",
  "booting",
  "success",
  "failure",
] as const;
export type FlashPhase = (typeof FLASH_PHASES)[number];

export const FLASH_CAUSES = [
  "badPlan",
  "downloadFailed",
  "imageInvalid",
  "denied",
  "cancelled",
  "noKey",
  "negative",
  "timeout",
  "invalid",
  "unexpected",
  "routineFailed",
  "versionMismatch",
] as const;
export type FlashCause = (typeof FLASH_CAUSES)[number];

export interface FlashFailure {
  phase: FlashPhase;
  cause: FlashCause;
  /** Of a negative response. */
  code: number | null;
  denials: readonly Denial[];
}

/** What the ECU said of its software at the end; refused: it has none to tell of, as a boot loader. */
export type ReadBack = "new" | "other" | "refused" | "silent";

/** The journal: plain numbers and words, written before each action, enough to go on after a power cut. */
export interface FlashState {
  phase: FlashPhase;
  /** Which step of the flow. */
  at: number;
  deadlineUs: number | null;
  /** The step is asked again when the deadline comes. */
  isPausing: boolean;
  /** A gate that is not known yet is read again until then. */
  gateUntilUs: number;
  /** Times the current step was asked again. */
  repeats: number;
  /** Segment being transferred, and its acknowledged bytes. */
  segment: number;
  acknowledged: number;
  /** Where the last acknowledged block of the segment began. */
  lastBlockAt: number;
  /** blockSequenceCounter of the next block, and the data bytes a block carries. */
  counter: number;
  blockBytes: number;
  /** How often the next block was sent in this run. */
  blockSends: number;
  /** The download was opened again for the next block. */
  isReopened: boolean;
  erasedSegments: number;
  /** The first erase was asked for: from here the job can only be finished. */
  isPastErase: boolean;
  /** The transfer went on where an earlier one was cut. */
  isResumed: boolean;
  /** It was begun again with the erase in this run. */
  isRestarted: boolean;
  /** All was written and the ECU's own checks passed. */
  isWritten: boolean;
  isProgramming: boolean;
  /** Services of other ECUs that were stopped, until restored. */
  isDtcSettingOff: boolean;
  isCommunicationOff: boolean;
  /** Tries of the current restore step. */
  restoreTries: number;
  readBack: ReadBack | null;
  failure: FlashFailure | null;
}

export function initialFlashState(): FlashState {
  return {
    phase: "queued",
    at: 0,
    deadlineUs: null,
    isPausing: false,
    gateUntilUs: 0,
    repeats: 0,
    segment: 0,
    acknowledged: 0,
    lastBlockAt: 0,
    counter: 1,
    blockBytes: 0,
    blockSends: 0,
    isReopened: false,
    erasedSegments: 0,
    isPastErase: false,
    isResumed: false,
    isRestarted: false,
    isWritten: false,
    isProgramming: false,
    isDtcSettingOff: false,
    isCommunicationOff: false,
    restoreTries: 0,
    readBack: null,
    failure: null,
  };
}

/** new: verified. old: the software from before is still there. boot: erased and not whole, it has to be flashed again. */
export type FlashOutcome = "new" | "old" | "boot";

export interface FlashResult {
  isSuccess: boolean;
  failure: FlashFailure | null;
  /** Null: the ECU could not be asked, so that nothing is claimed. */
  outcome: FlashOutcome | null;
  /** False when a restore went unanswered: a person must know. */
  isCommunicationRestored: boolean;
  isDtcSettingRestored: boolean;
}

export function isFinal(phase: FlashPhase): boolean {
  return phase === "success" || phase === "failure";
}

export function outcomeOf({ phase, isPastErase, isWritten, readBack }: FlashState): FlashOutcome | null {
  if (phase === "success") return "new";
  if (isPastErase) return isWritten && readBack !== "refused" && readBack !== "other" ? null : "boot";
  return readBack === "other" || readBack === "new" ? "old" : null;
}
