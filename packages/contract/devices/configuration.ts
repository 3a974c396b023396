import { z } from "zod";
import { deviceConfig } from "../device-link/config.ts";
import { CONFIG_IMPORT_MAX_BYTES } from "../device-link/config-ranges.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { configErrors } from "./config-errors.ts";

export const CONFIG_NOTE_MAX = 200;
/** How many devices one configuration is applied to at a time. */
export const CONFIG_APPLY_MAX = 500;
/** Older versions of a device are forgotten. */
export const CONFIG_VERSIONS_KEPT = 200;

/**
 * State of a version: waiting for its device, being sent, in force (the device reported the same hash), refused by the
 * device, failed, or superseded by a newer one before it was sent.
 */
export const CONFIG_STATES = ["waiting", "sending", "confirmed", "refused", "failed", "superseded"] as const;
export type ConfigState = (typeof CONFIG_STATES)[number];

/** Where a version came from. */
export const CONFIG_ORIGINS = ["edit", "import", "restore", "apply"] as const;

const hash = z.string();
const version = z.object({
  version: z.number(),
  hash,
  config: deviceConfig,
  note: z.string(),
  origin: z.enum(CONFIG_ORIGINS),
  /** The version that came back with it. */
  restored_from: z.number().nullable(),
  author: z.string(),
  time: z.number(),
  state: z.enum(CONFIG_STATES),
  /** The code of the failure, or of the reason to wait. */
  problem: z.string().nullable(),
  settled_time: z.number().nullable(),
});
export type ConfigVersion = z.output<typeof version>;

const deviceConfiguration = z.object({
  /** The newest version; null until one was saved. */
  desired: version.nullable(),
  /** The configuration reported as in force; its content where it could be read. */
  reported: z
    .object({ hash, config: deviceConfig.nullable(), revision: z.number().nullable(), time: z.number() })
    .nullable(),
  online: z.boolean(),
});
export type DeviceConfiguration = z.output<typeof deviceConfiguration>;

const common = { rateLimit: RATE.normal, params: z.object({ things_id: idOf("device") }) } as const;
const reading = { ...common, audited: false, access: { kind: "device", level: "read", field: "things_id" } } as const;
const writing = { ...common, audited: true, access: { kind: "device", level: "write", field: "things_id" } } as const;

export const getConfiguration = endpoint({
  ...reading,
  name: "devices.getConfiguration",
  method: "GET",
  path: "/things/{things_id}/configuration",
  summary: { zh: "设备配置：期望与上报", en: "The configuration of a device: desired and reported" },
  reply: z.object({ data: deviceConfiguration }),
});

/** Asks the device; a missing answer is reported, not an error: the page shows the last known state. */
export const readConfiguration = endpoint({
  ...writing,
  audited: false,
  name: "devices.readConfiguration",
  method: "POST",
  path: "/things/{things_id}/configuration/read",
  summary: { zh: "从设备读取配置", en: "Read the configuration from the device" },
  reply: z.object({ data: deviceConfiguration, problem: z.string().nullable() }),
});

/** Rules of a version that is saved; the newest one is sent, now or when the device comes back. */
export const writeConfiguration = endpoint({
  ...writing,
  name: "devices.writeConfiguration",
  method: "PUT",
  path: "/things/{things_id}/configuration",
  summary: { zh: "保存并下发设备配置", en: "Save a configuration and send it to the device" },
  idempotent: true,
  bodyLimit: CONFIG_IMPORT_MAX_BYTES,
  body: z.object({
    config: deviceConfig,
    /** The version it was made from: 0 for none. Another one meanwhile: 409 with that one. */
    base_version: z.number().int().min(0).max(2_000_000_000),
    note: z.string().max(CONFIG_NOTE_MAX).default(""),
    origin: z.enum(["edit", "import", "restore"]).default("edit"),
    restored_from: z.number().int().min(1).max(2_000_000_000).nullable().default(null),
  }),
  reply: z.object({ data: deviceConfiguration }),
  errors: Object.values(configErrors).filter(({ status }) => status === 400 || status === 409),
});

/** Newest first, with their content. */
export const listConfigVersions = endpoint({
  ...reading,
  name: "devices.listConfigVersions",
  method: "GET",
  path: "/things/{things_id}/configuration/versions",
  summary: { zh: "设备配置的版本", en: "The versions of a device's configuration" },
  query: z.object({ ...pageQuery, page_size: z.coerce.number().int().min(1).max(25).default(5) }),
  reply: listOf(version),
});

const applied = z.object({
  id: z.string(),
  note: z.string(),
  author: z.string(),
  time: z.number(),
  items: z.array(
    z.object({
      things_id: z.string(),
      name: z.string(),
      online: z.boolean(),
      version: z.number(),
      state: z.enum(CONFIG_STATES),
      problem: z.string().nullable(),
    }),
  ),
});
export type ConfigRollout = z.output<typeof applied>;

/** One configuration for many devices; each has its own result, and offline devices get it at the next connection. */
export const applyConfiguration = endpoint({
  name: "devices.applyConfiguration",
  method: "POST",
  path: "/things-configuration",
  summary: { zh: "将一份配置应用到多台设备", en: "Apply one configuration to many devices" },
  access: { kind: "device", level: "write", field: "things_ids" },
  audited: true,
  rateLimit: RATE.normal,
  idempotent: true,
  bodyLimit: CONFIG_IMPORT_MAX_BYTES,
  body: z.object({
    things_ids: z.array(idOf("device")).min(1).max(CONFIG_APPLY_MAX),
    config: deviceConfig,
    note: z.string().max(CONFIG_NOTE_MAX).default(""),
  }),
  reply: z.object({ data: applied }),
  errors: Object.values(configErrors).filter(({ status }) => status === 400),
});

export const getConfigRollout = endpoint({
  name: "devices.getConfigRollout",
  method: "GET",
  path: "/things-configuration/{rollout_id}",
  summary: { zh: "批量配置的逐台结果", en: "What became of a configuration on each device" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ rollout_id: idOf("configRollout") }),
  reply: z.object({ data: applied }),
});
