import { z } from "zod";
import { UDS_EVENT_KINDS } from "../device-link/uds-job.ts";
import { commandErrors } from "../devices/errors.ts";
import { endpoint, RATE, readsDevice } from "../platform/endpoint.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { diagnosisErrors } from "./errors.ts";
import { jobRequest, storedStep, udsSettings } from "./job-request.ts";
import { unlockErrors } from "./unlock-files.ts";

/** A page says that often that it is there; one that is gone this long ends its session. */
export const SESSION_BEAT_MS = 15_000;
export const SESSION_GONE_MS = 60_000;
/** Events of one answer. */
export const MAX_TRACE_EVENTS = 1000;

const writesDevice = {
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  rateLimit: RATE.normal,
  params: z.object({ things_id: idOf("device") }),
} as const;

/** State of an ECU as its answers told it; of the default session where it told nothing. */
const ecuState = z.object({
  channel: z.number(),
  physical_id: z.number(),
  session: z.number(),
  /** Unlocked level, the odd access type; 0: locked. */
  unlocked: z.number(),
});
export type EcuState = z.output<typeof ecuState>;

const session = z.object({
  id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  since: z.number(),
  ecus: z.array(ecuState),
});
export type DiagnosisSession = z.output<typeof session>;

export const JOB_STATES = [
  "running",
  "done",
  "stopped",
  "cancelled",
  "executionTime",
  "offline",
  "refused",
  "lost",
] as const;
export type JobState = (typeof JOB_STATES)[number];

const job = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(JOB_STATES),
  settings: udsSettings,
  steps: z.array(storedStep),
  user_name: z.string(),
  created_time: z.number(),
  ended_time: z.number().nullable(),
  /** Events so far. */
  events: z.number(),
});
export type DiagnosisJob = z.output<typeof job>;

const traceEvent = z.object({
  job_id: z.string(),
  n: z.number(),
  time_us: z.number(),
  step: z.number(),
  kind: z.enum(UDS_EVENT_KINDS),
  data: z.string(),
  functional: z.boolean().optional(),
  from: z.number().optional(),
  count: z.number().optional(),
  fault: z.string().optional(),
  frames: z.array(z.tuple([z.number(), z.number(), z.boolean(), z.string()])),
});
export type TraceEvent = z.output<typeof traceEvent>;

export const getDiagnosis = endpoint({
  ...readsDevice,
  name: "diagnosis.getDiagnosis",
  method: "GET",
  path: "/things/{things_id}/diagnosis",
  summary: { zh: "设备的诊断会话", en: "Who is diagnosing a device" },
  reply: z.object({ data: session.nullable() }),
});

/** One tester a device. The same user takes its own session over, in another page too. */
export const openDiagnosis = endpoint({
  ...writesDevice,
  name: "diagnosis.openDiagnosis",
  method: "POST",
  path: "/things/{things_id}/diagnosis",
  summary: { zh: "开始诊断", en: "Begin to diagnose a device" },
  reply: z.object({ data: session }),
  errors: [diagnosisErrors.testerBusy],
});

export const keepDiagnosis = endpoint({
  ...writesDevice,
  name: "diagnosis.keepDiagnosis",
  method: "PUT",
  path: "/things/{things_id}/diagnosis",
  summary: { zh: "保持诊断会话", en: "Keep the diagnosis: its page is still there" },
  audited: false,
  reply: z.object({ data: session }),
  errors: [diagnosisErrors.noSession],
});

/** 3E stops, the ECUs go back to the default session. */
export const endDiagnosis = endpoint({
  ...writesDevice,
  name: "diagnosis.endDiagnosis",
  method: "DELETE",
  path: "/things/{things_id}/diagnosis",
  summary: { zh: "结束诊断", en: "End the diagnosis" },
  reply: z.object({ message: z.string() }),
});

/** Answers when the terminal has begun; requests and answers come by `listDiagnosisTrace`, with a notice in the live stream. */
export const runDiagnosisJob = endpoint({
  ...writesDevice,
  name: "diagnosis.runJob",
  method: "POST",
  path: "/things/{things_id}/diagnosis/jobs",
  summary: { zh: "执行诊断请求", en: "Run diagnostic requests on the terminal" },
  bodyLimit: 2 * 1024 * 1024,
  body: jobRequest,
  reply: z.object({ data: job }),
  errors: [...Object.values(diagnosisErrors), ...Object.values(commandErrors), ...unlockErrors],
});

export const cancelDiagnosisJob = endpoint({
  ...writesDevice,
  name: "diagnosis.cancelJob",
  method: "DELETE",
  path: "/things/{things_id}/diagnosis/jobs/{job_id}",
  summary: { zh: "取消诊断请求", en: "Cancel diagnostic requests" },
  params: z.object({ things_id: idOf("device"), job_id: idOf("diagnosisJob") }),
  reply: z.object({ message: z.string() }),
  errors: [diagnosisErrors.jobEnded, commandErrors.deviceOffline, commandErrors.responseTimeout],
});

/** Newest first. */
export const listDiagnosisJobs = endpoint({
  ...readsDevice,
  name: "diagnosis.listJobs",
  method: "GET",
  path: "/things/{things_id}/diagnosis/jobs",
  summary: { zh: "诊断请求列表", en: "Diagnostic requests of a device" },
  query: z.object({ ...pageQuery }),
  reply: listOf(job),
});

/** In the order in which it happened; of one job, or of the newest ones. */
export const listDiagnosisTrace = endpoint({
  ...readsDevice,
  name: "diagnosis.listTrace",
  method: "GET",
  path: "/things/{things_id}/diagnosis/trace",
  summary: { zh: "诊断过程记录", en: "The trace of diagnostic requests" },
  query: z.object({
    job_id: idOf("diagnosisJob").optional(),
    /** Only events from this number on, of one job. */
    from: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  }),
  reply: z.object({ list: z.array(traceEvent) }),
});
