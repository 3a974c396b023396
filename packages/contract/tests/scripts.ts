import { z } from "zod";
import { historyErrors, storeErrors } from "../frames/errors.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { curveErrors } from "../signals/curve-errors.ts";
import { signalReference } from "../signals/signal-reference.ts";
import { testErrors } from "./errors.ts";

const MAX_SCRIPT_NAME = 50;
/** In characters; the sandbox takes as many after the translation. */
export const MAX_SCRIPT_TEXT = 100_000;
/** TST-01: a test takes 1 s to 1 h. */
export const MIN_TEST_MS = 1000;
export const MAX_TEST_MS = 3_600_000;
export const MAX_TEST_SIGNALS = 20;
/** Of each signal. */
export const MAX_TEST_SAMPLES = 1_000_000;

export const SCRIPT_LANGUAGES = ["groovy", "javascript"] as const;
const text = { language: z.enum(SCRIPT_LANGUAGES), content: z.string().max(MAX_SCRIPT_TEXT) };
export const scriptText = z.object(text);
export type ScriptText = z.output<typeof scriptText>;

const content = z.object({
  name: z.string().trim().min(1, testErrors.scriptName.code).max(MAX_SCRIPT_NAME, testErrors.scriptName.code),
  ...text,
});
export type ScriptContent = z.output<typeof content>;

const script = z.object({
  script_id: z.string(),
  name: z.string(),
  ...text,
  author: z.string(),
  created_time: epochMs,
  updated_time: epochMs,
});
export type AnalysisScript = z.output<typeof script>;

/** What of a script is no Groovy, or not supported, by its place. */
const problem = z.object({
  kind: z.enum(["syntax", "unsupported"]),
  what: z.string(),
  line: z.number(),
  column: z.number(),
});

export const VERDICTS = ["pass", "fail", "inconclusive", "error"] as const;
export type Verdict = (typeof VERDICTS)[number];

export const check = z.object({
  kind: z.string(),
  subject: z.string(),
  requirement: z.string(),
  outcome: z.enum(["passed", "failed", "noData"]),
  measured: z.number().nullable(),
  judged: z.number(),
  failed: z.number(),
  /** The worst moment, and where its evidence begins. */
  at_time: epochMs.nullable(),
  from_time: epochMs.nullable(),
});
export type TestCheck = z.output<typeof check>;

const sampleRun = z.object({
  verdict: z.enum(VERDICTS),
  checks: z.array(check),
  output: z.string(),
  /** By `Message.Signal`. */
  samples: z.record(z.string(), z.number()),
  /** Of a script that failed; the line of its source where that is known. */
  failure: z.object({ kind: z.string(), message: z.string(), line: z.number().nullable() }).nullable(),
  /** What the script took, and what it may take. */
  time_ms: z.number().nullable(),
  time_limit_ms: z.number(),
  memory_bytes: z.number().nullable(),
  memory_limit_bytes: z.number(),
});
export type SampleRun = z.output<typeof sampleRun>;

const reading = { rateLimit: RATE.normal, access: { kind: "tenant", level: "read" }, audited: false } as const;
const writing = { rateLimit: RATE.normal, access: { kind: "tenant", level: "write" }, audited: true } as const;
const ofScript = z.object({ script_id: idOf("analysisScript") });
const contentErrors = [testErrors.scriptNameTaken, testErrors.scriptRefused];

/** TST-02 */
export const listScripts = endpoint({
  ...reading,
  name: "tests.listScripts",
  method: "GET",
  path: "/analysis-scripts",
  summary: { zh: "分析脚本列表", en: "Analysis scripts" },
  reply: z.object({ list: z.array(script), limit: z.number().nullable() }),
});

/** What is refused, before saving. */
export const checkScript = endpoint({
  ...reading,
  name: "tests.checkScript",
  method: "POST",
  reads: true,
  path: "/analysis-scripts/check",
  summary: { zh: "检查分析脚本", en: "Check an analysis script" },
  body: scriptText,
  reply: z.object({ problems: z.array(problem) }),
});

export const createScript = endpoint({
  ...writing,
  name: "tests.createScript",
  method: "POST",
  path: "/analysis-scripts",
  summary: { zh: "新建分析脚本", en: "Create an analysis script" },
  body: content,
  reply: z.object({ data: script }),
  errors: [...contentErrors, testErrors.scriptLimit],
});

export const updateScript = endpoint({
  ...writing,
  name: "tests.updateScript",
  method: "PUT",
  path: "/analysis-scripts/{script_id}",
  summary: { zh: "修改分析脚本", en: "Change an analysis script" },
  params: ofScript,
  body: content,
  reply: z.object({ data: script }),
  errors: contentErrors,
});

export const deleteScript = endpoint({
  ...writing,
  name: "tests.deleteScript",
  method: "DELETE",
  path: "/analysis-scripts/{script_id}",
  summary: { zh: "删除分析脚本", en: "Delete an analysis script" },
  params: ofScript,
  reply: z.object({ message: z.string() }),
});

/** TST-02: judges a window of stored data; sends nothing to the device. */
export const runOnSample = endpoint({
  name: "tests.runOnSample",
  method: "POST",
  reads: true,
  path: "/things/{things_id}/analysis-script-run",
  summary: { zh: "用历史数据运行脚本", en: "Run a script on stored data" },
  access: { kind: "device", level: "read", field: "things_id" },
  audited: false,
  rateLimit: { perMinute: 20, per: "user" },
  params: z.object({ things_id: idOf("device") }),
  body: z.object({
    ...text,
    signals: z.array(signalReference).max(MAX_TEST_SIGNALS).default([]),
    from_time: epochMs,
    to_time: epochMs,
  }),
  reply: z.object({ data: sampleRun }),
  errors: [
    historyErrors.rangeReversed,
    testErrors.windowLength,
    testErrors.scriptRefused,
    testErrors.signalTwice,
    testErrors.tooManySamples,
    curveErrors.dbcGone,
    curveErrors.revisionGone,
    curveErrors.signalGone,
    ...storeErrors,
  ],
});
