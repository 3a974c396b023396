import { type FlashPhase, REQUEST_PHASES, type RequestPhase } from "./flash-state.ts";

/** After this phase comes that; loops and branches are in flash-answers.ts. */
const NEXT: Readonly<Record<FlashPhase, FlashPhase>> = {
  queued: "downloading",
  downloading: "verifying",
  verifying: "checkingInterlocks",
  checkingInterlocks: "extendedSession",
  extendedSession: "preconditionRoutine",
  preconditionRoutine: "dtcSettingOff",
  dtcSettingOff: "communicationOff",
  communicationOff: "programmingSession",
  programmingSession: "requestSeed",
  requestSeed: "fingerprint",
  computingKey: "sendKey",
  sendKey: "fingerprint",
  fingerprint: "checkingBeforeErase",
  checkingBeforeErase: "erase",
  erase: "requestDownload",
  requestDownload: "transferData",
  transferData: "transferExit",
  transferExit: "checkMemory",
  checkMemory: "checkDependencies",
  checkDependencies: "reset",
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

export function phaseAfter(phase: FlashPhase): FlashPhase {
  return NEXT[phase];
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
