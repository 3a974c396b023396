import { z } from "zod";
import { MAX_SEND_DELAY_MS, sendingMs, sentFrame } from "../device-link/sent-frame.ts";
import { udsRequest } from "../device-link/uds.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { signalReference } from "../signals/signal-reference.ts";
import { testErrors } from "./errors.ts";
import { MAX_TEST_MS, MAX_TEST_SIGNALS, MIN_TEST_MS } from "./scripts.ts";

const MAX_ROUTINE_NAME = 50;
export const MAX_ROUTINES = 500;
/** TST-01: frames and UDS steps of a routine. */
export const MAX_ITEMS = 100;
const MAX_REPEAT = 1000;
const MAX_LIMITS = 100;
/** The list of frames goes out once within this time; repeats go on while data is collected. */
const MAX_SENDING_MS = 600_000;

/** A line of the table of limits: a signal that must stay between two values. */
const limit = z
  .object({
    /** `Message.Signal` */
    signal: z.string().min(1).max(257),
    low: z.number(),
    high: z.number(),
  })
  .refine(({ low, high }) => low <= high, { path: ["high"], message: testErrors.limitReversed.code });

const content = {
  name: z.string().trim().min(1, testErrors.routineName.code).max(MAX_ROUTINE_NAME, testErrors.routineName.code),
  /** Sent in order, `delay_ms` after the one before. */
  frames: z.array(sentFrame).max(MAX_ITEMS).default([]),
  repeat: z.number().int().min(1).max(MAX_REPEAT).default(1),
  period_ms: z.number().int().min(0).max(MAX_SEND_DELAY_MS).default(0),
  uds_steps: z.array(udsRequest).max(MAX_ITEMS).default([]),
  signals: z.array(signalReference).max(MAX_TEST_SIGNALS).default([]),
  duration_ms: z.number().int().min(MIN_TEST_MS).max(MAX_TEST_MS),
  script_id: idOf("analysisScript").nullable().default(null),
  limits: z.array(limit).max(MAX_LIMITS).default([]),
};
export const routineContent = z.object(content).refine(({ frames }) => sendingMs(frames) <= MAX_SENDING_MS, {
  path: ["frames"],
  message: testErrors.sendingTooLong.code,
});
export type RoutineContent = z.output<typeof routineContent>;

const routine = z.object({
  routine_id: z.string(),
  ...content,
  script_id: z.string().nullable(),
  author: z.string(),
  created_time: epochMs,
  updated_time: epochMs,
});
export type TestRoutine = z.output<typeof routine>;

const reading = { rateLimit: RATE.normal, access: { kind: "tenant", level: "read" }, audited: false } as const;
const writing = { rateLimit: RATE.normal, access: { kind: "tenant", level: "write" }, audited: true } as const;
const contentErrors = [
  testErrors.routineNameTaken,
  testErrors.limitReversed,
  testErrors.sendingTooLong,
  testErrors.signalTwice,
];
const ofRoutine = z.object({ routine_id: idOf("testRoutine") });

export const listRoutines = endpoint({
  ...reading,
  name: "tests.listRoutines",
  method: "GET",
  path: "/test-routines",
  summary: { zh: "测试例程列表", en: "Test routines" },
  reply: z.object({ list: z.array(routine) }),
});

export const createRoutine = endpoint({
  ...writing,
  name: "tests.createRoutine",
  method: "POST",
  path: "/test-routines",
  summary: { zh: "新建测试例程", en: "Create a test routine" },
  body: routineContent,
  reply: z.object({ data: routine }),
  errors: [...contentErrors, testErrors.routineLimit],
});

export const updateRoutine = endpoint({
  ...writing,
  name: "tests.updateRoutine",
  method: "PUT",
  path: "/test-routines/{routine_id}",
  summary: { zh: "修改测试例程", en: "Change a test routine" },
  params: ofRoutine,
  body: routineContent,
  reply: z.object({ data: routine }),
  errors: contentErrors,
});

export const deleteRoutine = endpoint({
  ...writing,
  name: "tests.deleteRoutine",
  method: "DELETE",
  path: "/test-routines/{routine_id}",
  summary: { zh: "删除测试例程", en: "Delete a test routine" },
  params: ofRoutine,
  reply: z.object({ message: z.string() }),
});
