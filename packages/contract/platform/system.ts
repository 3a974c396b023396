import { z } from "zod";
import { endpoint, RATE } from "./endpoint.ts";
import { defineErrors } from "./errors.ts";
import { listOf, pageQuery } from "./lists.ts";
import { idOf } from "./resource.ts";

/** Calls of the program itself: health, readiness, metrics, and long-running jobs. */
const engineState = z.enum(["starting", "ready", "restarting", "failed", "stopped"]);

export const health = endpoint({
  name: "platform.health",
  method: "GET",
  path: "/healthz",
  base: "root",
  summary: { zh: "进程存活", en: "The process is alive" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.open,
  reply: z.object({ status: z.literal("ok"), version: z.string(), uptime_seconds: z.number() }),
});

const reachable = z.enum(["ok", "unreachable"]);

/** OPS-03: one code for each part. */
export const readyParts = z.object({
  /** Accounts, devices, jobs. */
  database: reachable,
  /** The frames' own database. `partly`: of several servers some are away; their devices wait, the others go on. */
  frames: z.enum(["ok", "partly", "unreachable"]),
  /** Segments in a folder or a bucket. `missing`: no bucket or no mark in it; `foreign`: another installation's. */
  files: z.enum(["ok", "unreachable", "refused", "missing", "foreign"]),
  /** `full`: less than 1 GB or 5 % is free; batches are not acknowledged until there is room. */
  disk: z.enum(["ok", "full"]),
  /** `stalled`: frames that came are kept and read, but not taken into segments. */
  landing: z.enum(["ok", "stalled"]),
  /** Of each frame server, by number and address, where there are several. */
  servers: z.record(z.string(), reachable).optional(),
});
export type ReadyParts = z.output<typeof readyParts>;

export const readiness = endpoint({
  name: "platform.readiness",
  method: "GET",
  path: "/readyz",
  base: "root",
  summary: {
    zh: "各部分就绪（200），或哪部分不可用（503）",
    en: "Every part works (200), or which one does not (503)",
  },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.open,
  /** `pages`: whether this process can serve pages, for a balancer; workers or a bucket that are away do not matter. */
  query: z.object({ for: z.enum(["everything", "pages"]).default("everything") }),
  reply: z.object({ ready: z.boolean(), engines: z.record(z.string(), engineState), parts: readyParts }),
});

export const metrics = endpoint({
  name: "platform.metrics",
  method: "GET",
  path: "/metrics",
  base: "root",
  summary: {
    zh: "Prometheus 指标（仅本机、持指标令牌者或系统管理员）",
    en: "Prometheus metrics (loopback, token of metrics or system manager)",
  },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.open,
  reply: z.string(),
  contentType: "text/plain; version=0.0.4",
});

export const JOB_STATES = ["queued", "running", "done", "failed", "cancelled"] as const;

/** Why a job failed, where its own domain has no better word. */
export const jobErrors = defineErrors("platform", {
  jobFailed: { status: 500, zh: "任务失败", en: "The task failed" },
  jobTimedOut: { status: 500, zh: "任务超时", en: "The task took too long" },
  jobLost: { status: 500, zh: "任务因服务中断而失败", en: "The task was lost when its worker died" },
});

const job = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(JOB_STATES),
  stage: z.string().nullable(),
  progress: z.number(),
  /** Rows done, of how many and how fast; null where the job counts none. */
  done_rows: z.number().nullable(),
  all_rows: z.number().nullable(),
  rows_per_second: z.number().nullable(),
  message_code: z.string().nullable(),
  /** The result, as its kind says; null until it is done. */
  result: z.unknown(),
  created_time: z.number(),
  started_time: z.number().nullable(),
  finished_time: z.number().nullable(),
});
export type Job = z.output<typeof job>;

export const listJobs = endpoint({
  name: "platform.listJobs",
  method: "GET",
  path: "/jobs",
  summary: { zh: "任务", en: "One's long-running tasks" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object(pageQuery),
  reply: listOf(job),
});

export const getJob = endpoint({
  name: "platform.getJob",
  method: "GET",
  path: "/jobs/{job_id}",
  summary: { zh: "任务状态", en: "State of a task" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ job_id: idOf("job") }),
  reply: z.object({ data: job }),
});

export const cancelJob = endpoint({
  name: "platform.cancelJob",
  method: "POST",
  path: "/jobs/{job_id}/cancel",
  summary: { zh: "取消任务", en: "Cancel a task" },
  access: { kind: "session" },
  audited: true,
  rateLimit: RATE.normal,
  params: z.object({ job_id: idOf("job") }),
  reply: z.object({ message: z.string() }),
});
