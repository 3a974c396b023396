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

export type FlashPhase =
  | "queued"
  | "downloading"
  | "verifying"
  | "checkingInterlocks"
  | RequestPhase
  | "computingKey"
  | "checkingBeforeErase"
  | "booting"
  | "success"
  | "failure";

export type FlashCause =
  | "badPlan"
  | "downloadFailed"
  | "imageInvalid"
  | "denied"
  | "cancelled"
  | "noKey"
  | "negative"
  | "timeout"
  | "invalid"
  | "unexpected"
  | "routineFailed"
  | "versionMismatch";

export interface FlashFailure {
  phase: FlashPhase;
  cause: FlashCause;
  /** Of a negative response. */
  code: number | null;
  denials: readonly Denial[];
}

/** The journal: plain numbers and words, written before each action, enough to go on after a power cut. */
export interface FlashState {
  phase: FlashPhase;
  deadlineUs: number | null;
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
  /** All was written and the ECU's own checks passed. */
  isWritten: boolean;
  isProgramming: boolean;
  /** Services of other ECUs that were stopped, until restored. */
  isDtcSettingOff: boolean;
  isCommunicationOff: boolean;
  /** Tries of the current restore step. */
  restoreTries: number;
  failure: FlashFailure | null;
}

export function initialFlashState(): FlashState {
  return {
    phase: "queued",
    deadlineUs: null,
    segment: 0,
    acknowledged: 0,
    lastBlockAt: 0,
    counter: 1,
    blockBytes: 0,
    blockSends: 0,
    isReopened: false,
    erasedSegments: 0,
    isPastErase: false,
    isWritten: false,
    isProgramming: false,
    isDtcSettingOff: false,
    isCommunicationOff: false,
    restoreTries: 0,
    failure: null,
  };
}

export interface FlashResult {
  isSuccess: boolean;
  failure: FlashFailure | null;
  /** False when a restore went unanswered: a person must know. */
  isCommunicationRestored: boolean;
  isDtcSettingRestored: boolean;
  /** Erased and not finished: the ECU waits in its boot loader for another run. */
  isEcuInBoot: boolean;
}

export function isFinal(phase: FlashPhase): boolean {
  return phase === "success" || phase === "failure";
}
