import { z } from "zod";
import { CHANNELS } from "../messages/outbox.ts";
import { PROVIDED_CHANNELS } from "../messages/providers.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { readyParts } from "../platform/system.ts";

/** Complete minutes of the last hour. */
export const HEALTH_MINUTES = 60;
/** Tenants with a scheduled lake that are shown, those with a problem first. */
export const HEALTH_LAKES = 50;

const minute = z.object({
  /** When it began. */
  time: z.number(),
  frames: z.number(),
  settled_frames: z.number(),
  refused_batches: z.number(),
  /** Null: nobody looked. */
  landed_batches: z.number().nullable(),
});
export type HealthMinute = z.output<typeof minute>;

/** Batches on their way into segments, over all frame servers. */
const storing = z.object({
  landed_batches: z.number(),
  landed_frames: z.number(),
  /** Age of the oldest batch that is not in a segment yet; null: there is none. */
  behind_ms: z.number().nullable(),
  due_devices: z.number(),
  oldest_due_ms: z.number().nullable(),
  settled_per_second: z.number(),
  /** CAP-05: batches that terminals keep until there is room. */
  refused_batches: z.number(),
});

const disk = z.object({
  bytes: z.number(),
  free_bytes: z.number(),
  /** Until recording stops, at the pace of the last days; null: it does not fill, or that is not known yet. */
  days_left: z.number().nullable(),
});

const frameServer = z.object({
  /** Null: it has not answered since the start of this process. */
  id: z.string().nullable(),
  /** Host, port and database. */
  address: z.string(),
  is_reachable: z.boolean(),
  /** Of its frames; null: it does not answer. */
  store_version: z.number().nullable(),
  database_bytes: z.number().nullable(),
  segment_bytes: z.number().nullable(),
  frames: z.number().nullable(),
  landed_batches: z.number().nullable(),
  landing: readyParts.shape.landing,
  files: z.object({ kind: z.enum(["folder", "bucket"]), where: z.string(), state: readyParts.shape.files }),
  /** Null: no worker has looked yet. */
  disk: disk.nullable(),
});
export type FrameServer = z.output<typeof frameServer>;

const jobQueue = z.object({
  kind: z.string(),
  waiting: z.number(),
  running: z.number(),
  /** Within a day. */
  failed: z.number(),
  /** Of the one that waits longest. */
  waiting_ms: z.number().nullable(),
});
export type JobQueue = z.output<typeof jobQueue>;

const provider = z.object({
  channel: z.enum(PROVIDED_CHANNELS),
  /** Null: none. */
  provider: z.string().nullable(),
  waiting: z.number(),
  failed: z.number(),
  problem: z.string().nullable(),
});
export type ProviderState = z.output<typeof provider>;

const lake = z.object({
  tenant_id: z.string(),
  tenant_name: z.string(),
  every: z.enum(["hour", "day"]),
  /** Null: it has not run yet. */
  last_time: z.number().nullable(),
  files_written: z.number(),
  bytes_written: z.number(),
  /** Null: all is well. */
  message_code: z.string().nullable(),
});
export type HealthLake = z.output<typeof lake>;

const operatingHealth = z.object({
  time: z.number(),
  version: z.string(),
  frames_per_second: z.number(),
  minutes: z.array(minute),
  devices: z.object({ online: z.number(), total: z.number() }),
  /** Of the last five minutes; null: nothing was asked. */
  answer_p95_ms: z.number().nullable(),
  storing,
  frame_servers: z.array(frameServer),
  jobs: z.array(jobQueue),
  providers: z.array(provider),
  outbox: z.array(z.object({ channel: z.enum(CHANNELS), failed: z.number() })),
  /** Decisions that wait for the operator. */
  waiting: z.object({ registrations: z.number(), requests: z.number(), orders: z.number() }),
  lakes: z.object({ list: z.array(lake), total: z.number() }),
});
export type OperatingHealth = z.output<typeof operatingHealth>;

/** USR-08: the installation as its operator sees it, the same from every process. */
export const getHealth = endpoint({
  name: "operating.getHealth",
  method: "GET",
  path: "/operating/health",
  summary: { zh: "系统健康", en: "Health of the installation" },
  access: { kind: "system" },
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({ data: operatingHealth }),
});
