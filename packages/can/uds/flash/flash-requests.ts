import { encodeMemoryLocation } from "../memory-location.ts";
import { clearDiagnosticInformation } from "../services/clear-diagnostic-information.ts";
import {
  communicationControl,
  DISABLE_RX_AND_TX,
  ENABLE_RX_AND_TX,
  NORMAL_MESSAGES,
} from "../services/communication-control.ts";
import { controlDtcSetting, DTC_SETTING_OFF, DTC_SETTING_ON } from "../services/control-dtc-setting.ts";
import {
  diagnosticSessionControl,
  SESSION_DEFAULT,
  SESSION_EXTENDED,
  SESSION_PROGRAMMING,
} from "../services/diagnostic-session-control.ts";
import { ecuReset, RESET_HARD } from "../services/ecu-reset.ts";
import { readDataByIdentifier } from "../services/read-data-by-identifier.ts";
import { readDtcInformation } from "../services/read-dtc-information.ts";
import { requestDownload } from "../services/request-download.ts";
import { requestTransferExit } from "../services/request-transfer-exit.ts";
import { routineControl, START_ROUTINE } from "../services/routine-control.ts";
import { securityAccess } from "../services/security-access.ts";
import { transferData } from "../services/transfer-data.ts";
import { writeDataByIdentifier } from "../services/write-data-by-identifier.ts";
import type { FlashPlan } from "./flash-plan.ts";
import type { FlashState, RequestPhase } from "./flash-state.ts";

const NOTHING: Uint8Array = new Uint8Array(0);

/** The request of a phase; null: this plan, or this state of the job, has no need of it. */
export type RequestMaker = (plan: FlashPlan, state: FlashState) => Uint8Array | null;

export const FLASH_REQUESTS: Record<Exclude<RequestPhase, "sendKey">, RequestMaker> = {
  extendedSession: () => session(SESSION_EXTENDED),
  preconditionRoutine: (plan) => (plan.preconditionRoutine === null ? null : routine(plan.preconditionRoutine)),
  dtcSettingOff: () => dtcSetting(DTC_SETTING_OFF),
  communicationOff: () => communication(DISABLE_RX_AND_TX),
  programmingSession: () => session(SESSION_PROGRAMMING),
  requestSeed: ({ securityLevel }) =>
    securityLevel === null ? null : securityAccess.encodeRequest({ accessType: securityLevel, data: NOTHING }),
  fingerprint: (plan, state) =>
    plan.fingerprint === null || isErased(plan, state) ? null : writeDataByIdentifier.encodeRequest(plan.fingerprint),
  erase: (plan, state) => {
    const segment = plan.segments[state.erasedSegments];
    if (!segment) return null;
    const range = { ...plan, address: segment.address, size: segment.data.length };
    return routine(plan.eraseRoutine, encodeMemoryLocation(range));
  },
  requestDownload: (plan, state) => {
    const segment = plan.segments[state.segment];
    if (!segment) return null;
    const address = segment.address + state.acknowledged;
    return requestDownload.encodeRequest({ ...plan, address, size: segment.data.length - state.acknowledged });
  },
  transferData: (plan, state) => {
    const data = nextBlock(plan, state);
    return data.length === 0 ? null : transferData.encodeRequest({ counter: state.counter, data });
  },
  transferExit: (plan, state) =>
    plan.segments[state.segment] ? requestTransferExit.encodeRequest({ data: NOTHING }) : null,
  checkMemory: ({ memoryCheck }) => (memoryCheck === null ? null : routine(memoryCheck.routine, memoryCheck.data)),
  checkDependencies: (plan) => (plan.dependencyRoutine === null ? null : routine(plan.dependencyRoutine)),
  request: (plan, state) => plan.flow[state.at]?.bytes ?? null,
  reset: () => ecuReset.encodeRequest({ resetType: RESET_HARD }),
  restoreSession: () => session(SESSION_EXTENDED),
  restoreCommunication: (_, state) => (state.isCommunicationOff ? communication(ENABLE_RX_AND_TX) : null),
  restoreDtcSetting: (_, state) => (state.isDtcSettingOff ? dtcSetting(DTC_SETTING_ON) : null),
  defaultSession: () => session(SESSION_DEFAULT),
  readBack: ({ readBack }) => readDataByIdentifier.encodeRequest({ identifiers: [readBack.identifier] }),
  clearDtcs: (plan) =>
    plan.clearsDtcs ? clearDiagnosticInformation.encodeRequest({ group: 0xffffff, memorySelection: null }) : null,
  readDtcs: () => readDtcInformation.encodeRequest({ report: 2, shape: "statusMask", statusMask: 0xff }),
};

/** These concern every ECU on the bus, not only the one that is flashed. */
const FUNCTIONAL_PHASES: ReadonlySet<RequestPhase> = new Set([
  "extendedSession",
  "dtcSettingOff",
  "communicationOff",
  "restoreSession",
  "restoreCommunication",
  "restoreDtcSetting",
  "defaultSession",
]);

export function isFunctional(plan: FlashPlan, { at }: FlashState, phase: RequestPhase): boolean {
  return FUNCTIONAL_PHASES.has(phase) || (phase === "request" && plan.flow[at]?.functional === true);
}

export function keyRequest(level: number, key: Uint8Array): Uint8Array {
  return securityAccess.encodeRequest({ accessType: level + 1, data: key });
}

export function nextBlock(plan: FlashPlan, state: FlashState): Uint8Array {
  const data = plan.segments[state.segment]?.data ?? NOTHING;
  return data.subarray(state.acknowledged, state.acknowledged + state.blockBytes);
}

export function isErased(plan: FlashPlan, state: FlashState): boolean {
  return state.erasedSegments >= plan.segments.length;
}

function session(session: number): Uint8Array {
  return diagnosticSessionControl.encodeRequest({ session });
}

function routine(routine: number, data = NOTHING): Uint8Array {
  return routineControl.encodeRequest({ controlType: START_ROUTINE, routine, data });
}

function communication(controlType: number): Uint8Array {
  return communicationControl.encodeRequest({ controlType, communicationType: NORMAL_MESSAGES, node: null });
}

function dtcSetting(settingType: number): Uint8Array {
  return controlDtcSetting.encodeRequest({ settingType, data: NOTHING });
}
