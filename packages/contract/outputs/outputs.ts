import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { epochMs, listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { outputErrors } from "./errors.ts";
import { outputContent, shownContent } from "./output-content.ts";

/** waiting: it failed, and is tried again. empty: there was nothing in its range. */
export const RUN_STATES = ["queued", "running", "waiting", "done", "empty", "failed"] as const;
export type RunState = (typeof RUN_STATES)[number];

const runFile = z.object({
  file_id: z.string(),
  name: z.string(),
  /** Empty: of the report. */
  device_name: z.string(),
  frames: z.number(),
  /** 0: the device has no frames in the range, and there is no file. */
  bytes: z.number(),
  /** It can be fetched from the own files. */
  is_kept: z.boolean(),
  /** Its name in the bucket; null: it is not there. */
  object: z.string().nullable(),
});
export type RunFile = z.output<typeof runFile>;

const run = z.object({
  run_id: z.string(),
  output_id: z.string(),
  output_name: z.string(),
  cause: z.enum(["clock", "person"]),
  state: z.enum(RUN_STATES),
  due_time: epochMs,
  /** What it covers; the end is not inside. */
  start_time: epochMs,
  end_time: epochMs,
  zone: z.string(),
  attempts: z.number(),
  /** Of the last try. */
  message_code: z.string().nullable(),
  /** In words of the server or of the bucket. */
  problem: z.string().nullable(),
  next_time: epochMs.nullable(),
  began_time: epochMs.nullable(),
  ended_time: epochMs.nullable(),
  files: z.number(),
  bytes: z.number(),
});
export type OutputRun = z.output<typeof run>;

const output = shownContent.extend({
  output_id: z.string(),
  author: z.string(),
  /** owner: whoever made it is gone. */
  stopped: z.enum(["owner"]).nullable(),
  /** Of its label or type, or of its only device. */
  scope_name: z.string(),
  things_num: z.number(),
  /** Null: it is paused. */
  next_time: epochMs.nullable(),
  last_run: run.nullable(),
  created_time: epochMs,
});
export type Output = z.output<typeof output>;

const reading = { access: { kind: "session" }, rateLimit: RATE.normal, audited: false } as const;
const writing = { ...reading, audited: true } as const;
/** Each may send mails. */
const running = { ...writing, rateLimit: { perMinute: 30, per: "user" } } as const;
const ofOutput = z.object({ output_id: idOf("output") });
const ofRun = z.object({ run_id: idOf("outputRun") });
const contentErrors = [
  outputErrors.nameTaken,
  outputErrors.privateUrl,
  outputErrors.secretMissing,
  outputErrors.tooManyDevices,
  platformErrors.forbidden,
];

/** One's own; a manager's are those of the whole tenant. */
export const listOutputs = endpoint({
  ...reading,
  name: "outputs.listOutputs",
  method: "GET",
  path: "/outputs",
  summary: { zh: "定时输出列表", en: "Scheduled outputs" },
  query: z.object({ ...pageQuery, keyword: z.string().trim().max(128).default("") }),
  reply: listOf(output).extend({ limit: z.number() }),
});

export const getOutput = endpoint({
  ...reading,
  name: "outputs.getOutput",
  method: "GET",
  path: "/outputs/{output_id}",
  summary: { zh: "定时输出", en: "A scheduled output" },
  params: ofOutput,
  reply: z.object({ data: output }),
});

export const createOutput = endpoint({
  ...writing,
  name: "outputs.createOutput",
  method: "POST",
  path: "/outputs",
  summary: { zh: "新建定时输出", en: "Create a scheduled output" },
  body: outputContent,
  reply: z.object({ data: output }),
  errors: [...contentErrors, outputErrors.tooManyOutputs],
});

/** Whoever saves it becomes its owner, by whose rights it runs. */
export const updateOutput = endpoint({
  ...writing,
  name: "outputs.updateOutput",
  method: "PUT",
  path: "/outputs/{output_id}",
  summary: { zh: "修改定时输出", en: "Change a scheduled output" },
  params: ofOutput,
  body: outputContent,
  reply: z.object({ data: output }),
  errors: contentErrors,
});

export const enableOutput = endpoint({
  ...writing,
  name: "outputs.enableOutput",
  method: "PUT",
  path: "/outputs/{output_id}/enabled",
  summary: { zh: "暂停或继续定时输出", en: "Pause or resume a scheduled output" },
  params: ofOutput,
  body: z.object({ enabled: z.boolean() }),
  reply: z.object({ data: output }),
  errors: [outputErrors.ownerGone],
});

/** Its runs go; files that it made stay as long as they were to stay. */
export const deleteOutput = endpoint({
  ...writing,
  name: "outputs.deleteOutput",
  method: "DELETE",
  path: "/outputs/{output_id}",
  summary: { zh: "删除定时输出", en: "Delete a scheduled output" },
  params: ofOutput,
  reply: z.object({ message: z.string() }),
});

/** Of the range that a run of now would have. */
export const runOutput = endpoint({
  ...running,
  name: "outputs.runOutput",
  method: "POST",
  path: "/outputs/{output_id}/run",
  summary: { zh: "立即运行", en: "Run a scheduled output now" },
  params: ofOutput,
  reply: z.object({ data: z.object({ run_id: z.string() }) }),
  errors: [outputErrors.runsAlready, outputErrors.ownerGone],
});

export const listOutputRuns = endpoint({
  ...reading,
  name: "outputs.listRuns",
  method: "GET",
  path: "/output-runs",
  summary: { zh: "定时输出运行记录", en: "Runs of scheduled outputs, newest first" },
  query: z.object({ ...pageQuery, output_id: idOf("output").optional(), state: z.enum(RUN_STATES).optional() }),
  reply: listOf(run),
});

export const getOutputRun = endpoint({
  ...reading,
  name: "outputs.getRun",
  method: "GET",
  path: "/output-runs/{run_id}",
  summary: { zh: "运行及其文件", en: "A run with its files" },
  params: ofRun,
  reply: z.object({ data: run.extend({ list: z.array(runFile) }) }),
});
export type OutputRunDetails = z.output<(typeof getOutputRun)["reply"]>["data"];

export const retryOutputRun = endpoint({
  ...running,
  name: "outputs.retryRun",
  method: "POST",
  path: "/output-runs/{run_id}/retry",
  summary: { zh: "重试失败的运行", en: "Try a failed run again" },
  params: ofRun,
  reply: z.object({ data: z.object({ run_id: z.string() }) }),
  errors: [outputErrors.notFailed, outputErrors.ownerGone],
});
