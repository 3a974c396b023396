import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs, listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { dbcErrors } from "../signals/dbc-errors.ts";
import { pushErrors } from "./errors.ts";
import { pushScope, pushSource } from "./source.ts";
import { MAX_TEMPLATE } from "./template.ts";

export const MAX_PUSH_NAME = 50;
export const MAX_PUSH_URL = 500;
export const MAX_PUSH_SECRET = 128;
export const MIN_PUSH_SECRET = 16;

/** What decides on the body of a delivery. */
const draft = {
  name: z.string().trim().min(1, pushErrors.ruleName.code).max(MAX_PUSH_NAME, pushErrors.ruleName.code),
  scope: pushScope.default({ kind: "all" }),
  source: pushSource,
  /** JSON with fields such as "{{device.name}}"; empty: all of the data. */
  template: z.string().max(MAX_TEMPLATE).default(""),
};
const url = z.string().trim().max(MAX_PUSH_URL).refine(isHttp, pushErrors.url.code);
const secret = z
  .string()
  .min(MIN_PUSH_SECRET, pushErrors.secret.code)
  .max(MAX_PUSH_SECRET, pushErrors.secret.code)
  .optional();

function isHttp(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}

/** A rule that comes without a secret keeps the one that it has; a new one gets one. */
export const pushContent = z.object({ ...draft, url, secret, enabled: z.boolean().default(false) });
export type PushContent = z.output<typeof pushContent>;

const rule = z.object({
  rule_id: z.string(),
  ...draft,
  url: z.string(),
  enabled: z.boolean(),
  /** gone: the receiver answered 410, and the rule was disabled. */
  stopped: z.enum(["gone"]).nullable(),
  /** Kept under another CANOPY_SECRET: nothing is sent before the rule has a new one, or `canopy secret rotate` was run. */
  secret_lost: z.boolean(),
  /** Of its label or type, or of its only device. */
  scope_name: z.string(),
  things_num: z.number(),
  author: z.string(),
  created_time: epochMs,
  updated_time: epochMs,
  waiting: z.number(),
  failed: z.number(),
  sent_24h: z.number(),
  last_sent_time: epochMs.nullable(),
  /** Until then nothing is sent: the receiver failed. */
  rest_time: epochMs.nullable(),
  /** Left out because the queue was full, and of which time. */
  lost: z.number(),
  lost_from_time: epochMs.nullable(),
  lost_to_time: epochMs.nullable(),
});
export type PushRule = z.output<typeof rule>;

const counts = z.object({
  rules: z.number(),
  rules_limit: z.number().nullable(),
  /** Deliveries of this month; null: no limit. */
  flow: z.number(),
  flow_limit: z.number().nullable(),
  /** Deliveries a second. */
  tps_limit: z.number().nullable(),
});
export type PushCounts = z.output<typeof counts>;

const managed = { rateLimit: RATE.normal, access: { kind: "manager" } } as const;
const reading = { ...managed, audited: false } as const;
const writing = { ...managed, audited: true } as const;
const ofRule = z.object({ rule_id: idOf("pushRule") });
const draftErrors = [pushErrors.signalUnknown, pushErrors.templateField, pushErrors.templateJson, dbcErrors.dbcIsDraft];
const contentErrors = [...draftErrors, pushErrors.nameTaken, pushErrors.privateUrl];

export const listPushRules = endpoint({
  ...reading,
  name: "push.listPushRules",
  method: "GET",
  path: "/push-rules",
  summary: { zh: "推送规则列表", en: "Push rules" },
  query: z.object({
    ...pageQuery,
    keyword: z.string().trim().max(128).default(""),
    enabled: z.enum(["true", "false"]).optional(),
  }),
  reply: listOf(rule).extend({ counts }),
});

export const getPushRule = endpoint({
  ...reading,
  name: "push.getPushRule",
  method: "GET",
  path: "/push-rules/{rule_id}",
  summary: { zh: "推送规则", en: "A push rule" },
  params: ofRule,
  reply: z.object({ data: rule }),
});

/** The secret is told once. */
export const createPushRule = endpoint({
  ...writing,
  name: "push.createPushRule",
  method: "POST",
  path: "/push-rules",
  summary: { zh: "新建推送规则", en: "Create a push rule" },
  body: pushContent,
  reply: z.object({ data: rule, secret: z.string() }),
  errors: [...contentErrors, pushErrors.ruleLimit],
});

export const updatePushRule = endpoint({
  ...writing,
  name: "push.updatePushRule",
  method: "PUT",
  path: "/push-rules/{rule_id}",
  summary: { zh: "修改推送规则", en: "Change a push rule" },
  params: ofRule,
  body: pushContent,
  reply: z.object({ data: rule }),
  errors: contentErrors,
});

export const enablePushRule = endpoint({
  ...writing,
  name: "push.enablePushRule",
  method: "PUT",
  path: "/push-rules/{rule_id}/enabled",
  summary: { zh: "启用或停用推送规则", en: "Enable or disable a push rule" },
  params: ofRule,
  body: z.object({ enabled: z.boolean() }),
  reply: z.object({ data: rule }),
});

/** What waits to be sent goes with it. */
export const deletePushRule = endpoint({
  ...writing,
  name: "push.deletePushRule",
  method: "DELETE",
  path: "/push-rules/{rule_id}",
  summary: { zh: "删除推送规则", en: "Delete a push rule" },
  params: ofRule,
  reply: z.object({ message: z.string() }),
  errors: [pushErrors.ruleStillEnabled],
});

const preview = z.object({
  /** As it would be sent. */
  body: z.string(),
  /** False: there is no data yet, and the values are made up. */
  is_real: z.boolean(),
  device_name: z.string(),
  /** What a template may name. */
  fields: z.array(z.string()),
});
export type PushPreview = z.output<typeof preview>;

/** The newest data of the rule's devices, by its template. */
export const previewPush = endpoint({
  ...managed,
  audited: false,
  reads: true,
  name: "push.previewPush",
  method: "POST",
  path: "/push-preview",
  summary: { zh: "预览推送内容", en: "What a push rule would send" },
  body: z.object(draft),
  reply: z.object({ data: preview }),
  errors: draftErrors,
});

const tested = z.object({
  result: z.enum(["sent", "failed"]),
  /** Of the answer; null: there was none. */
  status: z.number().nullable(),
  problem: z.string().nullable(),
  took_ms: z.number(),
});
export type TestedPush = z.output<typeof tested>;

/** Sent at once, and counted as a delivery; `rule_id` for the secret of a rule that is saved. */
export const testPush = endpoint({
  ...writing,
  rateLimit: { perMinute: 30, per: "user" },
  name: "push.testPush",
  method: "POST",
  path: "/push-test",
  summary: { zh: "发送测试推送", en: "Send a test of a push rule" },
  body: z.object({ ...draft, url, secret, rule_id: idOf("pushRule").optional() }),
  reply: z.object({ data: tested }),
  errors: [...draftErrors, pushErrors.secretLost],
});
