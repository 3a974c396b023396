import type { FlashPhase } from "@canopy/can/uds/flash/flash-state";
import { FLOW_STEP_KINDS, type FlowStepKind } from "@canopy/can/uds/flash/flow";
import type { FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";

/** Behind the flow: the way out, the same in every flow. */
const EXIT_STEPS = ["reset", "restore", "readBack", "readDtcs"] as const;
export type StepKind = FlowStepKind | (typeof EXIT_STEPS)[number];

export const STEP_CODES: Readonly<Record<StepKind, string>> = {
  extendedSession: "10 03",
  preconditionRoutine: "31 0203",
  dtcSettingOff: "85 02",
  communicationOff: "28 03",
  programmingSession: "10 02",
  unlock: "27",
  fingerprint: "2E F184",
  erase: "31 FF00",
  download: "34·36·37",
  checkMemory: "31 0202",
  checkDependencies: "31 FF01",
  request: "…",
  reset: "11 01",
  restore: "28·85",
  readBack: "22 F195",
  readDtcs: "19 02",
};

const STEP_OF: Readonly<Partial<Record<FlashPhase, StepKind>>> = {
  checkingBeforeSilence: "communicationOff",
  requestSeed: "unlock",
  computingKey: "unlock",
  sendKey: "unlock",
  checkingBeforeErase: "erase",
  requestDownload: "download",
  transferData: "download",
  transferExit: "download",
  booting: "reset",
  restoreSession: "restore",
  restoreCommunication: "restore",
  restoreDtcSetting: "restore",
  defaultSession: "restore",
  clearDtcs: "readDtcs",
};

export interface ShownStep {
  key: string;
  kind: StepKind;
  state: "done" | "now" | "later";
}

const isFlowKind = (kind: string): kind is FlowStepKind => FLOW_STEP_KINDS.some((one) => one === kind);

/** The steps of a run with where it is; of a failed one, where it stopped. */
export function stepsOf({ flow, progress, state, outcome, failure }: FlashRunRow): ShownStep[] {
  const kinds: StepKind[] = [...flow.filter(isFlowKind), ...EXIT_STEPS];
  const phase = failure?.phase ?? progress?.phase;
  const here: string | undefined = phase && (STEP_OF[phase] ?? phase);
  const at = outcome === "new" ? kinds.length : kinds.map(String).indexOf(here ?? "");
  return kinds.map((kind, i) => ({
    key: `${i} ${kind}`,
    kind,
    state: i < at ? "done" : i === at && (state === "running" || failure !== null) ? "now" : "later",
  }));
}
