import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs, listOf, orderQuery, pageQuery, queryFlag } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { ACTION_KINDS } from "./action-kinds.ts";
import { condition } from "./conditions.ts";
import { alarmErrors } from "./errors.ts";
import { RULE_LEVELS } from "./rule-content.ts";

export const EVENT_STATES = ["new", "acknowledged", "closed"] as const;
export type EventState = (typeof EVENT_STATES)[number];
export const NOTE_KINDS = [
  "acknowledged",
  "assigned",
  "note",
  "closed",
  "reopened",
  "escalated",
  "pinDropped",
  "notSent",
  "command",
] as const;
/** GPS-03 */
export const FENCE_REASONS = ["enter", "exit", "passed", "alreadyOutside"] as const;
export type FenceReason = (typeof FENCE_REASONS)[number];
/**
 * What became of an action: it waits; was sent; was accepted by the provider, delivered by it or not; was given up after
 * its tries, or failed as a command; has no provider; was held back for its frequency; or is not sent. A command waits
 * until its outcome is known.
 */
export const TOLD_STATES = [
  "waiting",
  "sent",
  "accepted",
  "delivered",
  "undelivered",
  "failed",
  "unprovided",
  "held",
  "notSent",
] as const;
/** Of the filter on who took an event: nobody did. */
export const NOBODY = "-";
/** TRG-05: kept before and after the firing. */
export const EVIDENCE_MS = 300_000;
/** A device sends its batches some seconds apart: a pause up to this is not missing. */
export const EVIDENCE_GAP_MS = 10_000;
/** Events that one call changes. */
const MAX_CHANGED = 100;
const MAX_NOTE = 1000;

/** NAV-14: by rule, time of the start, value farthest from normal, time that it lasted (until now) or state. */
export const EVENT_ORDERS = ["rule", "start", "peak", "lasted", "state"] as const;
export type EventOrder = (typeof EVENT_ORDERS)[number];

const event = z.object({
  event_id: z.string(),
  things_id: z.string(),
  device_name: z.string(),
  /** Null: the rule was deleted. */
  rule_id: z.string().nullable(),
  rule_name: z.string(),
  level: z.enum(RULE_LEVELS),
  description: z.string(),
  conditions: z.array(condition),
  channel: z.number(),
  /** Frames that came more than ten minutes after they were recorded: nothing was sent. */
  is_late: z.boolean(),
  /** CAP-05: the batch that fired it was refused, for the data space was full: it may not be stored. */
  is_refused: z.boolean(),
  start_time: epochMs,
  /** Null: still active. */
  end_time: epochMs.nullable(),
  /** Rule: it was changed, disabled or deleted. */
  end_reason: z.enum(["recovered", "rule"]).nullable(),
  /** The signal is missing since then. */
  lost_time: epochMs.nullable(),
  value: z.number().nullable(),
  peak: z.number().nullable(),
  hits: z.number(),
  /** GPS-03: of a fence alarm, with the position that showed it; null: the rule is on frames. */
  reason: z.enum(FENCE_REASONS).nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** TRG-04: actions sent, and held back for their frequency. */
  sent: z.number(),
  held: z.number(),
  is_muted: z.boolean(),
  state: z.enum(EVENT_STATES),
  assignee_id: z.string().nullable(),
  assignee: z.string().nullable(),
  /** Of the window around the start; dropped: beyond the share of the quota. */
  pin: z.enum(["pinned", "dropped", "released"]),
});
export type AlarmEvent = z.output<typeof event>;

const note = z.object({
  kind: z.enum(NOTE_KINDS),
  /** Null: the program. */
  user_name: z.string().nullable(),
  content: z.string(),
  time: epochMs,
});
export type AlarmNote = z.output<typeof note>;

const told = z.object({
  cause: z.string(),
  kind: z.enum(ACTION_KINDS),
  /** Empty for an action that was held back. */
  target: z.string(),
  state: z.enum(TOLD_STATES),
  /**
   * TRG-04: why it was not sent: `quota`, `target` or `fault`. Of a command that failed: `offline`, `timeout`, `lost`,
   * `unknown`, `badAnswer`, `fault`, `failed` and the device's code, `params` and the wrong one, or the code of an error.
   */
  problem: z.string().nullable(),
  /** TRG-06: by which the provider knows it. */
  provider_id: z.string().nullable(),
  /** How often it was tried. */
  tries: z.number(),
  /** Why the provider could not deliver it, in its words. */
  reason: z.string().nullable(),
  /** Of an action that was held back: the end of the time in which it is sent once. */
  time: epochMs,
});
export type Told = z.output<typeof told>;

const session = { rateLimit: RATE.normal, access: { kind: "tenant", level: "read" }, audited: false } as const;
const changing = {
  rateLimit: RATE.normal,
  access: { kind: "tenant", level: "read" },
  ofDevices: true,
  audited: true,
} as const;

/** TRG-05: a sub-user sees events of shared rules on devices that it may read. */
export const listAlarmEvents = endpoint({
  ...session,
  name: "alarms.listAlarmEvents",
  method: "GET",
  path: "/alarm-events",
  summary: { zh: "报警事件列表", en: "Alarm events" },
  query: z.object({
    ...pageQuery,
    /** Not closed. */
    open: queryFlag(false),
    /** Not over. */
    active: queryFlag(false),
    state: z.enum(EVENT_STATES).optional(),
    level: z.enum(RULE_LEVELS).optional(),
    keyword: z.string().trim().max(128).default(""),
    things_id: idOf("device").optional(),
    /** Of the device. */
    label_id: idOf("label").optional(),
    rule_id: idOf("alarmRule").optional(),
    /** The user who took it; `-`: nobody. */
    who: z.string().trim().max(65).optional(),
    /** Of the start, epoch milliseconds; both inside. */
    from_time: z.coerce.number().int().min(0).optional(),
    to_time: z.coerce.number().int().min(0).optional(),
    ...orderQuery(EVENT_ORDERS),
  }),
  reply: listOf(event).extend({
    /** Of all open events that the caller may see. */
    open: z.object({ tip: z.number(), ordinary: z.number(), urgent: z.number() }),
    /** Enabled rules and the devices that they watch; only where the list is empty. */
    watching: z.object({ rules: z.number(), devices: z.number() }).nullable(),
  }),
});

export const getAlarmEvent = endpoint({
  ...session,
  name: "alarms.getAlarmEvent",
  method: "GET",
  path: "/alarm-events/{event_id}",
  summary: { zh: "报警事件", en: "An alarm event" },
  params: z.object({ event_id: idOf("alarmEvent") }),
  reply: z.object({
    data: event.extend({
      notes: z.array(note),
      told: z.array(told),
      /** Of the evidence window and the event's channel, what is stored; absent parts make it partial. */
      first_time: epochMs.nullable(),
      last_time: epochMs.nullable(),
      /** Without a frame, between the first and the last. */
      gaps: z.array(z.object({ from: epochMs, to: epochMs })),
    }),
  }),
});

/** Acknowledge, close or reopen; an event that is so already stays as it is. */
export const changeAlarmEvents = endpoint({
  ...changing,
  name: "alarms.changeAlarmEvents",
  method: "PUT",
  path: "/alarm-events/state",
  summary: { zh: "确认、关闭或重新打开报警事件", en: "Acknowledge, close or reopen alarm events" },
  body: z.object({
    event_ids: z.array(idOf("alarmEvent")).min(1).max(MAX_CHANGED),
    state: z.enum(EVENT_STATES),
    note: z.string().trim().max(MAX_NOTE).default(""),
  }),
  reply: z.object({ changed: z.number() }),
});

export const assignAlarmEvents = endpoint({
  ...changing,
  name: "alarms.assignAlarmEvents",
  method: "PUT",
  path: "/alarm-events/assignee",
  summary: { zh: "指派报警事件", en: "Assign alarm events" },
  body: z.object({
    event_ids: z.array(idOf("alarmEvent")).min(1).max(MAX_CHANGED),
    /** Without a name they belong to nobody. */
    user_name: z.string().trim().max(65).default(""),
  }),
  reply: z.object({ changed: z.number() }),
  errors: [alarmErrors.eventClosed, alarmErrors.assigneeUnknown],
});

/** Users of the tenant who can take an event. */
export const listAlarmPeople = endpoint({
  ...session,
  name: "alarms.listAlarmPeople",
  method: "GET",
  path: "/alarm-people",
  summary: { zh: "可指派的用户", en: "Users who can take an alarm event" },
  reply: z.object({ list: z.array(z.object({ user_name: z.string(), nick_name: z.string() })) }),
});

export const noteAlarmEvent = endpoint({
  ...changing,
  name: "alarms.noteAlarmEvent",
  method: "POST",
  path: "/alarm-events/{event_id}/notes",
  summary: { zh: "为报警事件添加备注", en: "Add a note to an alarm event" },
  params: z.object({ event_id: idOf("alarmEvent") }),
  body: z.object({ content: z.string().trim().min(1).max(MAX_NOTE) }),
  reply: z.object({ data: note }),
});
