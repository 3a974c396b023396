import { z } from "zod";
import { commandErrors } from "../devices/errors.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs, listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { testErrors } from "./errors.ts";
import { routineContent } from "./routines.ts";
import { check, scriptText, VERDICTS } from "./scripts.ts";

/** TST-01: the stages of a run, in their order. */
export const STAGES = ["commandSending", "dataCollecting", "dataAnalysing", "analysed"] as const;
export type Stage = (typeof STAGES)[number];

/** Why a stage ended the run. */
export const STAGE_FAILURES = [
  "offline",
  "timeout",
  "refused",
  "stoppedAfter",
  "udsRefused",
  "wentOffline",
  "noData",
  "noSignal",
  "signalTwice",
  "tooManySamples",
  "scriptGone",
  "script",
  "cancelled",
  "lost",
] as const;
const failure = z.object({
  stage: z.enum(STAGES),
  code: z.enum(STAGE_FAILURES),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type StageFailure = z.output<typeof failure>;

const row = {
  run_id: z.string(),
  things_id: z.string(),
  device_name: z.string(),
  routine_id: z.string().nullable(),
  routine_name: z.string(),
  /** Counted for each routine. */
  number: z.number(),
  /** On stored data: nothing was sent. */
  is_dry: z.boolean(),
  stage: z.enum(STAGES),
  /** When each stage began. */
  stage_times: z.partialRecord(z.enum(STAGES), epochMs),
  /** Null: under way. */
  verdict: z.enum(VERDICTS).nullable(),
  failure: failure.nullable(),
  from_time: epochMs.nullable(),
  to_time: epochMs.nullable(),
  user_name: z.string(),
  created_time: epochMs,
  ended_time: epochMs.nullable(),
};
const runRow = z.object({ ...row, checks_passed: z.number(), checks_all: z.number() });
export type TestRunRow = z.output<typeof runRow>;

const run = z.object({
  ...row,
  checks: z.array(check),
  output: z.string(),
  /** As it was when the run began. */
  routine: routineContent,
  script: z.object({ name: z.string(), ...scriptText.shape }).nullable(),
});
export type TestRun = z.output<typeof run>;

const difference = z.object({
  kind: z.string(),
  subject: z.string(),
  requirement: z.string(),
  /** Null: the run does not have this check. */
  first: check.nullable(),
  second: check.nullable(),
  /** Second minus first, where both were measured. */
  delta: z.number().nullable(),
});
export type CheckDifference = z.output<typeof difference>;

/** Runs before this one that are told, with this one. */
export const MAX_CHECK_RUNS = 10;
const history = z.object({
  /** Between them the check passes; null: not limited on that side, or not a limit that a number tells. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Oldest first, this one last. */
  runs: z.array(
    z.object({ run_id: z.string(), number: z.number(), outcome: check.shape.outcome, measured: z.number().nullable() }),
  ),
});
export type CheckHistory = z.output<typeof history>;

const ofDevice = z.object({ things_id: idOf("device") });
const ofRun = z.object({ things_id: idOf("device"), run_id: idOf("testRun") });
const reading = {
  rateLimit: RATE.normal,
  access: { kind: "device", level: "read", field: "things_id" },
  audited: false,
} as const;

/** Of the devices that the caller may read, newest first. */
export const listRuns = endpoint({
  name: "tests.listRuns",
  method: "GET",
  path: "/test-runs",
  summary: { zh: "测试运行列表", en: "Test runs" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({
    ...pageQuery,
    things_id: idOf("device").optional(),
    routine_id: idOf("testRoutine").optional(),
    verdict: z.enum(VERDICTS).optional(),
  }),
  reply: listOf(runRow),
});

export const getRun = endpoint({
  ...reading,
  name: "tests.getRun",
  method: "GET",
  path: "/things/{things_id}/test-runs/{run_id}",
  summary: { zh: "测试运行", en: "A test run" },
  params: ofRun,
  reply: z.object({ data: run }),
});

/** Sends the commands of the routine to the device. */
export const startRun = endpoint({
  name: "tests.startRun",
  method: "POST",
  path: "/things/{things_id}/test-runs",
  summary: { zh: "运行测试例程", en: "Run a test routine" },
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  rateLimit: RATE.normal,
  params: ofDevice,
  body: z.object({ routine_id: idOf("testRoutine") }),
  reply: z.object({ data: run }),
  errors: [testErrors.runUnderWay, commandErrors.sendingManagers, commandErrors.sendingOff],
});

/** Judges stored data from `from_time` on, as long as the routine takes; sends nothing. */
export const dryRun = endpoint({
  name: "tests.dryRun",
  method: "POST",
  path: "/things/{things_id}/test-dry-runs",
  summary: { zh: "用历史数据试运行", en: "Run a test routine on stored data" },
  access: { kind: "device", level: "read", field: "things_id" },
  audited: true,
  rateLimit: { perMinute: 20, per: "user" },
  params: ofDevice,
  body: z.object({ routine_id: idOf("testRoutine"), from_time: epochMs }),
  reply: z.object({ data: run }),
});

/** The checks of two runs of a device beside each other. */
export const compareRuns = endpoint({
  ...reading,
  name: "tests.compareRuns",
  method: "GET",
  path: "/things/{things_id}/test-runs/{run_id}/compare",
  summary: { zh: "对比两次测试运行", en: "Compare two test runs" },
  params: ofRun,
  query: z.object({ with: idOf("testRun") }),
  reply: z.object({ first: run, second: run, list: z.array(difference) }),
});

/** What each check of a run measured in the last runs of its routine on this device; in the order of its checks. */
export const getCheckHistory = endpoint({
  ...reading,
  name: "tests.getCheckHistory",
  method: "GET",
  path: "/things/{things_id}/test-runs/{run_id}/history",
  summary: { zh: "各项检查的历次实测值", en: "Values of the checks in earlier runs" },
  params: ofRun,
  reply: z.object({ list: z.array(history) }),
});

export const junitOfRun = endpoint({
  ...reading,
  name: "tests.junitOfRun",
  method: "GET",
  path: "/things/{things_id}/test-runs/{run_id}/junit",
  summary: { zh: "测试运行的 JUnit XML", en: "JUnit XML of a test run" },
  params: ofRun,
  reply: z.object({ file_name: z.string(), xml: z.string() }),
  errors: [testErrors.runNotEnded],
});
