import { type FlowStep, flowProblem, STANDARD_FLOW } from "./flow.ts";
import { FLASH_INTERLOCKS, INTERLOCK_MAX_AGE_US } from "./interlocks.ts";

export interface FlashSegment {
  address: number;
  data: Uint8Array;
}

/** Everything a flash needs besides the ECU. It never changes during a job: the journal refers to it. */
export interface FlashPlan {
  segments: readonly FlashSegment[];
  flow: readonly FlowStep[];
  dataFormat: number;
  addressBytes: number;
  sizeBytes: number;
  /** Longest TransferData message we may send, SID and counter included. */
  maxBlockLength: number;
  preconditionRoutine: number | null;
  /** Odd access type of service 27; null: no security. */
  securityLevel: number | null;
  fingerprint: { identifier: number; data: Uint8Array } | null;
  eraseRoutine: number;
  /** Usually 0202 with a CRC. */
  memoryCheck: { routine: number; data: Uint8Array } | null;
  dependencyRoutine: number | null;
  /** First status byte of a routine that went well; null: do not look. */
  routineOk: number | null;
  bootUs: number;
  /** The identification of the new software: without it nothing would prove a success. */
  readBack: { identifier: number; data: Uint8Array };
  clearsDtcs: boolean;
  interlocks: readonly string[];
  /** Those that are still known while the bus is silent after service 28. */
  knownInSilence: readonly string[];
  interlockMaxAgeUs: number;
  /** After a cut the gate may need a moment to know anything again. */
  resumeWaitUs: number;
  /** No step may wait longer than this for anything. */
  stepUs: number;
}

type Needed = Pick<FlashPlan, "segments" | "readBack">;

export function flashPlan(plan: Needed & Partial<FlashPlan>): FlashPlan {
  return {
    flow: STANDARD_FLOW,
    dataFormat: 0,
    addressBytes: 4,
    sizeBytes: 4,
    maxBlockLength: 4095,
    preconditionRoutine: 0x0203,
    securityLevel: 1,
    fingerprint: null,
    eraseRoutine: 0xff00,
    memoryCheck: null,
    dependencyRoutine: 0xff01,
    routineOk: 0,
    bootUs: 2_000_000,
    clearsDtcs: true,
    knownInSilence: [],
    interlockMaxAgeUs: INTERLOCK_MAX_AGE_US,
    resumeWaitUs: 90_000_000,
    stepUs: 600_000_000,
    ...plan,
    // A plan may ask for more conditions, never for fewer.
    interlocks: [...new Set([...FLASH_INTERLOCKS, ...(plan.interlocks ?? [])])],
  };
}

export function totalBytes(plan: FlashPlan): number {
  return plan.segments.reduce((sum, segment) => sum + segment.data.length, 0);
}

export type PlanProblem = "noData" | "addressTooLong" | "securityLevel" | "noVersion" | "badFlow";

/** Null when the plan can be run. */
export function flashPlanProblem(plan: FlashPlan): PlanProblem | null {
  const { segments, addressBytes, sizeBytes, securityLevel } = plan;
  if (segments.length === 0 || segments.some(({ data }) => data.length === 0)) return "noData";
  const fits = ({ address, data }: FlashSegment) =>
    address >= 0 && address + data.length <= 256 ** addressBytes && data.length < 256 ** sizeBytes;
  if (!segments.every(fits)) return "addressTooLong";
  if (plan.readBack.data.length === 0) return "noVersion";
  if (flowProblem(plan.flow)) return "badFlow";
  return securityLevel === null || (securityLevel & 1) === 1 ? null : "securityLevel";
}
