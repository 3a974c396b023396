import { z } from "zod";
import { signInErrors } from "../../accounts/errors.ts";
import { FLASH_STAGES, flashMessage } from "../../device-link/flash/flash-message.ts";
import { NOMINAL_V } from "../../device-link/flash/flash-order.ts";
import { commandErrors } from "../../devices/errors.ts";
import { endpoint, RATE, readsDevice } from "../../platform/endpoint.ts";
import { listOf, pageQuery } from "../../platform/lists.ts";
import { idOf } from "../../platform/resource.ts";
import { diagnosisErrors } from "../errors.ts";
import { flashErrors } from "./errors.ts";

/** UDS-04 */
export const APPROVAL_MS = 15 * 60_000;
/** Gates that were read longer ago say nothing about now: a run is not sent with them. */
export const GATES_FRESH_MS = 60_000;
export const VIN_TAIL = 6;
export const TRACE_PAGE = 1000;

/**
 * draft: chosen, gates may be checked. asked: waits for another person. approved: may be started. running: the terminal
 * has it. ended: with an outcome, or without one where nothing was begun or the ECU could not be asked.
 */
export const RUN_STATES = ["draft", "asked", "approved", "running", "ended"] as const;
export type RunState = (typeof RUN_STATES)[number];

const shape = flashMessage.shape;

const run = z.object({
  run_id: z.string(),
  things_id: z.string(),
  ecu_id: z.string().nullable(),
  ecu_name: z.string(),
  package_name: z.string(),
  software_from: z.string(),
  software_to: z.string(),
  size: z.number(),
  segments: z.number(),
  flow_name: z.string(),
  channel: z.number(),
  /** Of the vehicle's supply: which band its gate wants. */
  nominal_v: z.literal(NOMINAL_V),
  /** Kinds of its steps in their order. */
  flow: z.array(z.string()),
  vin: z.string(),
  state: z.enum(RUN_STATES),
  stage: z.enum(FLASH_STAGES).nullable(),
  received: z.number(),
  /** Its stages and when each began. */
  stages: z.array(z.tuple([z.string(), z.number()])),
  progress: shape.progress.unwrap().nullable(),
  gates: shape.gates.unwrap().nullable(),
  gates_time: z.number().nullable(),
  outcome: z.enum(["new", "old", "boot"]).nullable(),
  failure: shape.result.unwrap().shape.failure,
  /** Why the terminal did not begin: a code of its own, offline, cancelled. */
  code: z.string().nullable(),
  past_erase: z.boolean(),
  communication_restored: z.boolean().nullable(),
  dtc_setting_restored: z.boolean().nullable(),
  two_persons: z.boolean(),
  asked_by: z.string(),
  asked_by_me: z.boolean(),
  approved_by: z.string().nullable(),
  approved_time: z.number().nullable(),
  created_time: z.number(),
  started_time: z.number().nullable(),
  ended_time: z.number().nullable(),
  /** When the terminal was last heard of it. */
  heard_time: z.number().nullable(),
  trace: z.number(),
});
export type FlashRunRow = z.output<typeof run>;

const traceEntry = shape.trace.unwrap().element;
export type FlashTraceRow = z.output<typeof traceEntry>;

const writesDevice = {
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  rateLimit: RATE.normal,
} as const;
const ofRun = z.object({ things_id: idOf("device"), run_id: idOf("flashRun") });
const proof = z.object({
  password: z.string().min(1).max(256),
  vin_tail: z.string().trim().max(VIN_TAIL),
});
const proofErrors = [flashErrors.passwordWrong, flashErrors.vinWrong, signInErrors.locked];
const reply = z.object({ data: run });
const linkErrors = [
  ...Object.values(commandErrors),
  diagnosisErrors.channelListens,
  diagnosisErrors.testerBusy,
  flashErrors.terminalBusy,
];

export const listFlashRuns = endpoint({
  ...readsDevice,
  name: "flash.listRuns",
  method: "GET",
  path: "/things/{things_id}/flash-runs",
  summary: { zh: "设备的 ECU 升级记录", en: "Flash runs of a device" },
  query: z.object({ ...pageQuery }),
  reply: listOf(run),
});

export const getFlashRun = endpoint({
  ...readsDevice,
  name: "flash.getRun",
  method: "GET",
  path: "/things/{things_id}/flash-runs/{run_id}",
  summary: { zh: "一次 ECU 升级", en: "One flash run" },
  params: ofRun,
  reply,
});

export const createFlashRun = endpoint({
  ...writesDevice,
  name: "flash.createRun",
  method: "POST",
  path: "/things/{things_id}/flash-runs",
  summary: { zh: "准备 ECU 升级", en: "Prepare a flash" },
  params: z.object({ things_id: idOf("device") }),
  body: z.object({
    ecu_id: idOf("ecu"),
    package_id: idOf("flashPackage"),
    channel: z.number().int().min(0).max(255).default(0),
    /** Where the device is in no vehicle. */
    vin: z.string().trim().max(32).optional(),
  }),
  reply,
  errors: [
    flashErrors.noResetRight,
    flashErrors.packageUnsigned,
    flashErrors.packageExpired,
    flashErrors.packageOlder,
    flashErrors.packageForeign,
    flashErrors.noMemoryMap,
    flashErrors.noVin,
    flashErrors.runOpen,
    diagnosisErrors.noUnlockFile,
  ],
});

export const RUN_ACTIONS = ["check", "ask", "retry", "cancel"] as const;
export type RunAction = (typeof RUN_ACTIONS)[number];

/**
 * check: the terminal reads the gates, which are in the run a moment later, with a notice in the live stream; the caller's
 * own diagnosis of the device ends where none of its requests is under way. ask: another person shall approve. retry: of a
 * run that ended in boot mode, or whose ECU could not be asked; as at the start, the caller's own diagnosis ends, and
 * another person's refuses it. cancel: not after the erase.
 */
export const actOnFlash = endpoint({
  ...writesDevice,
  name: "flash.act",
  method: "POST",
  path: "/things/{things_id}/flash-runs/{run_id}/actions",
  summary: { zh: "前置检查、申请批准、继续或取消 ECU 升级", en: "Check, ask, resume or cancel a flash" },
  params: ofRun,
  body: z.object({ action: z.enum(RUN_ACTIONS) }),
  reply,
  errors: [
    flashErrors.runState,
    flashErrors.gatesUnmet,
    flashErrors.gatesStale,
    flashErrors.noResetRight,
    flashErrors.pastErase,
    ...linkErrors,
  ],
});

export const approveFlash = endpoint({
  ...writesDevice,
  name: "flash.approve",
  method: "POST",
  path: "/things/{things_id}/flash-runs/{run_id}/approve",
  summary: { zh: "批准 ECU 升级", en: "Approve a flash" },
  sessionOnly: true,
  rateLimit: RATE.proved,
  params: ofRun,
  body: proof,
  reply,
  errors: [flashErrors.runState, flashErrors.ownApproval, flashErrors.noResetRight, ...proofErrors],
});

export const startFlash = endpoint({
  ...writesDevice,
  name: "flash.start",
  method: "POST",
  path: "/things/{things_id}/flash-runs/{run_id}/start",
  summary: { zh: "开始 ECU 升级", en: "Start a flash" },
  sessionOnly: true,
  rateLimit: RATE.proved,
  params: ofRun,
  body: proof,
  reply,
  errors: [
    flashErrors.runState,
    flashErrors.approvalNeeded,
    flashErrors.approvalOver,
    flashErrors.gatesUnmet,
    flashErrors.gatesStale,
    flashErrors.noResetRight,
    flashErrors.noCard,
    flashErrors.packageExpired,
    ...proofErrors,
    ...linkErrors,
  ],
});

export const listFlashTrace = endpoint({
  ...readsDevice,
  name: "flash.listTrace",
  method: "GET",
  path: "/things/{things_id}/flash-runs/{run_id}/trace",
  summary: { zh: "ECU 升级过程记录", en: "The hash-chained trace of a flash" },
  params: ofRun,
  query: z.object({ from: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0) }),
  /** `broken_at`: the first entry that does not follow from those before; null: the chain is whole. */
  reply: z.object({ list: z.array(traceEntry), total: z.number(), broken_at: z.number().nullable() }),
});
