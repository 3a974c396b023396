import { z } from "zod";
import { commandErrors } from "../devices/errors.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs, listOf, orderQuery, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { dbcErrors } from "../signals/dbc-errors.ts";
import { ruleErrors } from "./errors.ts";
import { keptRule, RULE_LEVELS, ruleContent } from "./rule-content.ts";
import { weeklyHours } from "./weekly-hours.ts";

/** A file of more rules than any tenant may have is none. */
export const MAX_IMPORTED_RULES = 500;

const rule = z.object({
  rule_id: z.string(),
  ...keptRule.shape,
  /** Of its device, label or type. */
  scope_name: z.string(),
  /** Devices that it watches now. */
  things_num: z.number(),
  author: z.string(),
  created_time: epochMs,
  updated_time: epochMs,
});
export type AlarmRule = z.output<typeof rule>;

/** TRG-03: of a rule on one device, over its channels: the highest of them. */
export const RULE_PHASES = ["normal", "pending", "recovering", "active"] as const;
export type RulePhase = (typeof RULE_PHASES)[number];

/** TRG-04: what the rule did, on the device that is asked for or on all that the caller may read. */
const listedRule = rule.extend({
  /** Events, and actions held back, of the last 24 hours. */
  fired: z.number(),
  held: z.number(),
  /** Events that are not over, since when the first of them, and since when the signal of one is missing. */
  active: z.number(),
  active_time: epochMs.nullable(),
  lost_time: epochMs.nullable(),
  /** The end of the mute that lasts longest; null: not muted, or in weekly hours only. */
  muted_until: epochMs.nullable(),
  /** Of the mute of weekly hours that lasts longest; null: none. */
  muted_hours: weeklyHours.nullable(),
  /** USR-03: who saved it last is gone, so that none of its actions is sent. */
  is_orphan: z.boolean(),
  /** Null: no device is asked for. */
  phase: z.enum(RULE_PHASES).nullable(),
});
export type ListedRule = z.output<typeof listedRule>;

/** NAV-14: `did` is by the events of the last 24 hours. */
export const RULE_ORDERS = ["name", "enabled", "level", "did", "updated"] as const;
export type RuleOrder = (typeof RULE_ORDERS)[number];

const counts = z.object({
  /** Rules of the caller, and of the tenant; null: no limit. */
  own: z.number(),
  own_limit: z.number().nullable(),
  tenant: z.number(),
  tenant_limit: z.number().nullable(),
});
export type RuleCounts = z.output<typeof counts>;

const reading = { rateLimit: RATE.normal, access: { kind: "tenant", level: "read" }, audited: false } as const;
const writing = { rateLimit: RATE.normal, access: { kind: "tenant", level: "write" }, audited: true } as const;
const ofRule = z.object({ rule_id: idOf("alarmRule") });
const changeErrors = [commandErrors.sendingManagers, commandErrors.sendingOff, ruleErrors.ruleFleet];
const contentErrors = [
  ...changeErrors,
  ruleErrors.ruleNameTaken,
  ruleErrors.conditionSignalUnknown,
  ruleErrors.conditionComputedUnknown,
  ruleErrors.conditionComputedNotLive,
  dbcErrors.dbcIsDraft,
];
const limitErrors = [ruleErrors.ruleUserLimit, ruleErrors.ruleSystemLimit];

/** TRG-01: rules on devices that the caller may read, and on labels, types and all devices. */
export const listAlarmRules = endpoint({
  ...reading,
  name: "alarms.listAlarmRules",
  method: "GET",
  path: "/alarm-rules",
  summary: { zh: "触发规则列表", en: "Trigger rules" },
  query: z.object({
    ...pageQuery,
    keyword: z.string().trim().max(128).default(""),
    level: z.enum(RULE_LEVELS).optional(),
    enabled: z.enum(["true", "false"]).optional(),
    /** Those with an event that is not over. */
    active: z.enum(["true"]).optional(),
    /** The rules that watch this device. */
    things_id: idOf("device").optional(),
    ...orderQuery(RULE_ORDERS),
  }),
  reply: listOf(listedRule).extend({ counts }),
});

export const getAlarmRule = endpoint({
  ...reading,
  name: "alarms.getAlarmRule",
  method: "GET",
  path: "/alarm-rules/{rule_id}",
  summary: { zh: "触发规则", en: "A trigger rule" },
  params: ofRule,
  reply: z.object({ data: rule }),
});

export const createAlarmRule = endpoint({
  ...writing,
  name: "alarms.createAlarmRule",
  method: "POST",
  path: "/alarm-rules",
  summary: { zh: "新建触发规则", en: "Create a trigger rule" },
  body: ruleContent,
  reply: z.object({ data: rule }),
  errors: [...contentErrors, ...limitErrors],
});

/** A state of the rule ends with the change: it is judged anew. */
export const updateAlarmRule = endpoint({
  ...writing,
  name: "alarms.updateAlarmRule",
  method: "PUT",
  path: "/alarm-rules/{rule_id}",
  summary: { zh: "修改触发规则", en: "Change a trigger rule" },
  params: ofRule,
  body: ruleContent,
  reply: z.object({ data: rule }),
  errors: contentErrors,
});

export const enableAlarmRule = endpoint({
  ...writing,
  name: "alarms.enableAlarmRule",
  method: "PUT",
  path: "/alarm-rules/{rule_id}/enabled",
  summary: { zh: "启用或停用触发规则", en: "Enable or disable a trigger rule" },
  params: ofRule,
  body: z.object({ enabled: z.boolean() }),
  reply: z.object({ data: rule }),
  errors: changeErrors,
});

/** With the secrets of its webhooks, which nobody is told; disabled, under the first name that is free. */
export const copyAlarmRule = endpoint({
  ...writing,
  name: "alarms.copyAlarmRule",
  method: "POST",
  path: "/alarm-rules/{rule_id}/copy",
  summary: { zh: "复制触发规则", en: "Duplicate a trigger rule" },
  params: ofRule,
  reply: z.object({ data: rule }),
  errors: [...contentErrors, ...limitErrors],
});

/** TRG-02: a rule must be disabled before it is deleted. */
export const deleteAlarmRule = endpoint({
  ...writing,
  name: "alarms.deleteAlarmRule",
  method: "DELETE",
  path: "/alarm-rules/{rule_id}",
  summary: { zh: "删除触发规则", en: "Delete a trigger rule" },
  params: ofRule,
  reply: z.object({ message: z.string() }),
  errors: [ruleErrors.ruleFleet, ruleErrors.ruleStillEnabled],
});

/** Without ids: what an import takes. Scopes and DBC files go by their ids, which mean nothing to another tenant. */
export const exportAlarmRules = endpoint({
  ...reading,
  name: "alarms.exportAlarmRules",
  method: "GET",
  path: "/alarm-rule-export",
  summary: { zh: "导出触发规则", en: "Export trigger rules" },
  reply: z.object({ rules: z.array(keptRule) }),
});

const importedRow = z.object({
  /** From 1, in the order of the file. */
  row: z.number(),
  name: z.string(),
  ok: z.boolean(),
  code: z.string().optional(),
  message: z.string().optional(),
  field: z.string().optional(),
});
export type ImportedRule = z.output<typeof importedRow>;

/** TRG-02: every row stands for itself; the others go in, disabled. */
export const importAlarmRules = endpoint({
  ...writing,
  name: "alarms.importAlarmRules",
  method: "POST",
  path: "/alarm-rule-import",
  summary: { zh: "导入触发规则", en: "Import trigger rules" },
  bodyLimit: 4 * 1024 * 1024,
  body: z.object({ rules: z.array(z.unknown()).max(MAX_IMPORTED_RULES) }),
  reply: z.object({ added: z.number(), failed: z.number(), rows: z.array(importedRow) }),
});
