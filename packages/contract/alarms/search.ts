import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { JOB_STATES } from "../platform/system.ts";
import { ACTION_KINDS } from "./action-kinds.ts";
import { backTestErrors, testedRange } from "./back-test.ts";
import { alarmErrors, ruleErrors } from "./errors.ts";
import { ACTION_FLOOR_MINUTES, MAX_ACTION_MINUTES, ruleDraft, ruleScope } from "./rule-content.ts";

/** TRG-07: devices that one search looks at. */
export const MAX_SEARCHED_DEVICES = 1000;
/** Searches of one user at the same time. */
export const MAX_RUNNING_SEARCHES = 3;
/** Firings of a device that are listed, the longest; all are counted. */
export const MAX_FIRINGS_PER_DEVICE = 50;

/** TRG-04: by kind of action, what would be sent, and held back for its frequency. */
const told = { sent: z.record(z.string(), z.number()), held: z.record(z.string(), z.number()) };

const found = z.object({
  fired: z.number(),
  ...told,
  longest_ms: z.number(),
  /** The value farthest from normal; null: the rule compares no values. */
  peak: z.number().nullable(),
  firings: z.array(
    z.object({
      channel: z.number(),
      start_time: epochMs,
      /** Null: still active at the end. */
      end_time: epochMs.nullable(),
      peak: z.number().nullable(),
    }),
  ),
});
export type FoundDevice = z.output<typeof found>;

/** What decides how often it is sent; whom it would reach is not asked. */
const searchedAction = z
  .object({ kind: z.enum(ACTION_KINDS), every_min: z.number().int().max(MAX_ACTION_MINUTES) })
  .refine(({ kind, every_min }) => every_min >= ACTION_FLOOR_MINUTES[kind], {
    path: ["every_min"],
    message: ruleErrors.actionTooOften.code,
  });

export const searchRequest = z.object({
  ...testedRange,
  ...ruleDraft.omit({ actions: true }).shape,
  actions: z.array(searchedAction).max(ACTION_KINDS.length).default([]),
  scope: ruleScope.default({ kind: "all" }),
});
export type SearchRequest = z.output<typeof searchRequest>;

const search = z.object({
  search_id: z.string(),
  state: z.enum(JOB_STATES),
  message_code: z.string().nullable(),
  /** Devices, and how many of them are done. */
  devices: z.number(),
  searched: z.number(),
  request: searchRequest,
  created_time: epochMs,
  /** Devices that the rule would have fired on, as far as the caller may read them. */
  list: z.array(z.object({ things_id: z.string(), device_name: z.string(), ...found.shape })),
  /** Of all of them. */
  total: z.object({ fired: z.number(), ...told }),
});
export type AlarmSearch = z.output<typeof search>;

const common = { rateLimit: RATE.normal, access: { kind: "tenant", level: "read" }, audited: false } as const;
const ofSearch = z.object({ search_id: idOf("alarmSearch") });

/** TRG-07: which devices had it, by the evaluator of ingest; devices that the caller may not read are left out. */
export const startAlarmSearch = endpoint({
  ...common,
  name: "alarms.startAlarmSearch",
  method: "POST",
  path: "/alarm-searches",
  ofDevices: true,
  summary: { zh: "按条件搜索设备", en: "Find devices by a condition" },
  body: searchRequest,
  reply: z.object({ data: search }),
  errors: [...backTestErrors, alarmErrors.searchDevices, alarmErrors.searchRunning],
});

export const getAlarmSearch = endpoint({
  ...common,
  name: "alarms.getAlarmSearch",
  method: "GET",
  path: "/alarm-searches/{search_id}",
  summary: { zh: "搜索的进度与结果", en: "Progress and results of a search" },
  params: ofSearch,
  reply: z.object({ data: search }),
});

/** What was found stays. A token limited to devices cancels no search of others. */
export const cancelAlarmSearch = endpoint({
  ...common,
  name: "alarms.cancelAlarmSearch",
  method: "POST",
  path: "/alarm-searches/{search_id}/cancel",
  ofDevices: true,
  summary: { zh: "取消搜索", en: "Cancel a search" },
  params: ofSearch,
  reply: z.object({ data: search }),
});
