import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, orderQuery, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { rolloutErrors } from "./rollout-errors.ts";
import { wave, waves } from "./waves.ts";

/** Soft group, device type, single devices, a gateway with its sub-devices, the gateways of a soft group with theirs. */
export const SCOPE_KINDS = ["group", "type", "device", "gateway", "gateway_group"] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];
export const MAX_CHOSEN_DEVICES = 1000;

export const rolloutScope = {
  scope: z.enum(SCOPE_KINDS),
  /** Of `group` and `gateway_group`. */
  group_id: idOf("thingGroup").optional(),
  /** Of `type`. */
  type_id: idOf("infoModel").optional(),
  /** Of `device`. */
  device_ids: z.array(idOf("device")).max(MAX_CHOSEN_DEVICES).optional(),
  /** Of `gateway`. */
  gateway_id: idOf("gateway").optional(),
};

/**
 * DEV-08: a device that is not idle is left out, with its reason. `base`: it does not have the difference's version. Of an
 * ECU, `vehicle`: the device is in no vehicle, `older`: it would be a downgrade.
 */
export const LEFT_OUT = ["offline", "already", "busy", "invalid", "base", "vehicle", "older"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** `asked`: an ECU campaign waits for another person. */
export const ROLLOUT_STATES = ["asked", "scheduled", "running", "paused", "done", "stopped"] as const;
export type RolloutState = (typeof ROLLOUT_STATES)[number];
/** `gated`: the vehicle does not meet a gate; it is asked again. Of an ECU, `installing` is flashing, `restarting` read-back. */
export const DEVICE_STATES = [
  "waiting",
  "offline",
  "gated",
  "downloading",
  "verifying",
  "installing",
  "restarting",
  "done",
  "failed",
  "left_out",
  "cancelled",
] as const;
export type RolloutDeviceState = (typeof DEVICE_STATES)[number];

/** Why an ECU was not flashed, beside the codes of a download. */
export const ECU_CODES = ["boot", "notWritten", "noCard", "cancelled", "gates", "tester"] as const;

const HOUR = /^([01]\d|2[0-3]):[0-5]\d$/;
/** A maintenance window, every day; one whose end is before its beginning ends on the next day. */
const window = z.object({ from: z.string().regex(HOUR), to: z.string().regex(HOUR), time_zone: z.string().max(64) });
export type RolloutWindow = z.output<typeof window>;

const counts = z.object({
  total: z.number(),
  waiting: z.number(),
  running: z.number(),
  done: z.number(),
  failed: z.number(),
  cancelled: z.number(),
});
export type RolloutCounts = z.output<typeof counts>;

/** What it brings: firmware to terminals, or a package to an ECU of their vehicles. */
export const ROLLOUT_PAYLOADS = ["firmware", "ecu"] as const;

export const rollout = z.object({
  id: z.string(),
  payload: z.enum(ROLLOUT_PAYLOADS),
  version: z.string(),
  /** Of an ECU campaign. */
  ecu: z.object({ ecu_name: z.string(), package_name: z.string(), flow_name: z.string() }).nullable(),
  scope: z.enum(SCOPE_KINDS),
  scope_name: z.string(),
  state: z.enum(ROLLOUT_STATES),
  /** Why it paused by itself. */
  halt: z
    .object({
      reason: z.enum(["failures", "success", "boot"]),
      wave: z.number(),
      failed: z.number(),
      devices: z.number(),
    })
    .nullable(),
  /** The one that runs, from 0. */
  wave: z.number(),
  waves: z.array(wave.extend({ counts })),
  counts,
  left_out: z.number(),
  start_time: z.number().nullable(),
  window: window.nullable(),
  /** When the next wave may begin. */
  next_wave_time: z.number().nullable(),
  user_name: z.string(),
  /** Whether the caller made it: who asks cannot approve. */
  is_mine: z.boolean(),
  approved_by: z.string().nullable(),
  create_time: z.number(),
  begin_time: z.number().nullable(),
  end_time: z.number().nullable(),
});
export type Rollout = z.output<typeof rollout>;

const rolloutDevice = z.object({
  things_id: z.string(),
  name: z.string(),
  wave: z.number(),
  state: z.enum(DEVICE_STATES),
  from_version: z.string().nullable(),
  percent: z.number().nullable(),
  bytes_per_second: z.number().nullable(),
  /** A `FirmwareCode` of a failure, or why it was left out. */
  code: z.string().nullable(),
  /** Gates that are not met, or what the ECU refused. */
  detail: z.string().nullable(),
  /** The flash of its ECU. */
  run_id: z.string().nullable(),
  /** How often it was told to. */
  tries: z.number(),
  /** Its states and when each began. */
  stages: z.array(z.tuple([z.string(), z.number()])),
  since: z.number(),
});
export type RolloutDevice = z.output<typeof rolloutDevice>;

export const ofManager = { access: { kind: "manager" }, rateLimit: RATE.normal } as const;
export const ofRollout = { ...ofManager, params: z.object({ rollout_id: idOf("firmwareRollout") }) } as const;

export const rolloutPreview = z.object({
  total: z.number(),
  idle: z.number(),
  left_out: z.record(z.enum(LEFT_OUT), z.number()),
  /** Of those left out, at most 100. */
  named: z.array(z.object({ things_id: z.string(), name: z.string(), reason: z.enum(LEFT_OUT) })),
});

/** Who would be upgraded now; the others by name. */
export const previewRollout = endpoint({
  ...ofManager,
  name: "firmware.previewRollout",
  method: "POST",
  reads: true,
  path: "/firmware/rollouts/preview",
  summary: { zh: "预览升级对象", en: "Who would be upgraded" },
  audited: false,
  body: z.object({ image_id: idOf("firmwareImage"), ...rolloutScope }),
  reply: z.object({ data: rolloutPreview }),
  errors: [rolloutErrors.scopeEmpty, rolloutErrors.notOfKind],
});

/** Whom, when, and in which waves. */
export const rolloutPlan = {
  ...rolloutScope,
  when: z.enum(["now", "at", "window"]),
  /** Of `at`; of `window`: not before. */
  start_at: z.number().int().nullish(),
  window: window.nullish(),
  waves: waves,
};
export const newRollout = z.object({ image_id: idOf("firmwareImage"), ...rolloutPlan });
/** What a plan may be refused with. */
export const planErrors = [
  rolloutErrors.timeEmpty,
  rolloutErrors.timePast,
  rolloutErrors.scopeEmpty,
  rolloutErrors.notOfKind,
  rolloutErrors.windowInvalid,
  rolloutErrors.wavesInvalid,
  rolloutErrors.nothingToUpgrade,
];

export const createRollout = endpoint({
  ...ofManager,
  name: "firmware.createRollout",
  method: "POST",
  path: "/firmware/rollouts",
  summary: { zh: "新建升级任务", en: "Start a rollout" },
  audited: true,
  idempotent: true,
  body: newRollout,
  reply: z.object({ data: rollout }),
  errors: [...planErrors, rolloutErrors.imageNotReady],
});

/** NAV-14: columns that the list is sorted by. */
export const ROLLOUT_ORDERS = ["version", "scope", "state", "user_name", "create_time"] as const;

export const listRollouts = endpoint({
  ...ofManager,
  name: "firmware.listRollouts",
  method: "GET",
  path: "/firmware/rollouts",
  summary: { zh: "升级任务列表", en: "Rollouts" },
  audited: false,
  query: z.object({
    ...pageQuery,
    ...orderQuery(ROLLOUT_ORDERS),
    state: z.enum(ROLLOUT_STATES).optional(),
    payload: z.enum(ROLLOUT_PAYLOADS).optional(),
  }),
  reply: listOf(rollout),
});

export const readRollout = endpoint({
  ...ofRollout,
  name: "firmware.readRollout",
  method: "GET",
  path: "/firmware/rollouts/{rollout_id}",
  summary: { zh: "升级任务详情", en: "A rollout" },
  audited: false,
  reply: z.object({ data: rollout }),
});

export const DEVICE_FILTERS = ["all", "running", "failed", "done", "waiting", "left_out"] as const;
export type DeviceFilter = (typeof DEVICE_FILTERS)[number];

export const listRolloutDevices = endpoint({
  ...ofRollout,
  name: "firmware.listRolloutDevices",
  method: "GET",
  path: "/firmware/rollouts/{rollout_id}/devices",
  summary: { zh: "升级任务的设备", en: "Devices of a rollout" },
  audited: false,
  query: z.object({
    ...pageQuery,
    state: z.enum(DEVICE_FILTERS).default("all"),
    wave: z.coerce.number().int().min(0).max(100).optional(),
    keyword: z.string().max(64).optional(),
  }),
  reply: listOf(rolloutDevice),
});

export const listRolloutHistory = endpoint({
  ...ofRollout,
  name: "firmware.listRolloutHistory",
  method: "GET",
  path: "/firmware/rollouts/{rollout_id}/history",
  summary: { zh: "升级任务的历史", en: "History of a rollout" },
  audited: false,
  query: z.object(pageQuery),
  reply: listOf(
    z.object({
      time: z.number(),
      kind: z.string(),
      device: z.string().nullable(),
      things_id: z.string().nullable(),
      code: z.string().nullable(),
      user_name: z.string().nullable(),
    }),
  ),
});

export const ROLLOUT_ACTIONS = ["pause", "resume", "stop", "retry"] as const;
export type RolloutAction = (typeof ROLLOUT_ACTIONS)[number];

/** Neither pausing nor stopping interrupts an installation. `retry`: the failed ones alone. */
export const actOnRollout = endpoint({
  ...ofRollout,
  name: "firmware.actOnRollout",
  method: "POST",
  path: "/firmware/rollouts/{rollout_id}/actions",
  summary: { zh: "暂停、继续、停止或重试升级任务", en: "Pause, go on with, stop or retry a rollout" },
  audited: true,
  body: z.object({ action: z.enum(ROLLOUT_ACTIONS) }),
  reply: z.object({ data: rollout }),
  errors: [rolloutErrors.wrongState],
});
