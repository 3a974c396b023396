import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs, listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { JOB_STATES } from "../platform/system.ts";
import { pushErrors } from "./errors.ts";

export const DELIVERY_STATES = ["waiting", "sending", "sent", "failed"] as const;
export type PushState = (typeof DELIVERY_STATES)[number];
/** A replay is of this many days at most. */
export const MAX_REPLAY_DAYS = 31;

const delivery = z.object({
  delivery_id: z.string(),
  /** By which a receiver knows a repetition. */
  message_id: z.string(),
  rule_id: z.string(),
  rule_name: z.string(),
  device_name: z.string().nullable(),
  /** Null: none, or it is gone. */
  things_id: z.string().nullable(),
  type: z.string(),
  cause: z.enum(["live", "replay", "test"]),
  /** Of the data. */
  data_time: epochMs,
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  created_time: epochMs,
  next_time: epochMs.nullable(),
  sent_time: epochMs.nullable(),
  /** Of the last answer. */
  status: z.number().nullable(),
  problem: z.string().nullable(),
});
export type PushDelivery = z.output<typeof delivery>;
const wholeDelivery = delivery.extend({ body: z.string() });
export type WholeDelivery = z.output<typeof wholeDelivery>;

const managed = { rateLimit: RATE.normal, access: { kind: "manager" } } as const;
const reading = { ...managed, audited: false } as const;
const writing = { ...managed, audited: true } as const;
const ofRule = z.object({ rule_id: idOf("pushRule") });
const ofDelivery = z.object({ delivery_id: idOf("pushDelivery") });

/** Newest first. */
export const listPushDeliveries = endpoint({
  ...reading,
  name: "push.listPushDeliveries",
  method: "GET",
  path: "/push-deliveries",
  summary: { zh: "推送记录", en: "Deliveries of push rules" },
  query: z.object({
    ...pageQuery,
    rule_id: idOf("pushRule").optional(),
    state: z.enum(DELIVERY_STATES).optional(),
  }),
  reply: listOf(delivery),
});

export const getPushDelivery = endpoint({
  ...reading,
  name: "push.getPushDelivery",
  method: "GET",
  path: "/push-deliveries/{delivery_id}",
  summary: { zh: "一次推送", en: "A delivery with its body" },
  params: ofDelivery,
  reply: z.object({ data: wholeDelivery }),
});

/** A dead letter gets all its tries again. */
export const resendPushDelivery = endpoint({
  ...writing,
  name: "push.resendPushDelivery",
  method: "POST",
  path: "/push-deliveries/{delivery_id}/resend",
  summary: { zh: "重发一次失败的推送", en: "Send a failed delivery again" },
  params: ofDelivery,
  reply: z.object({ data: delivery }),
  errors: [pushErrors.notFailed],
});

export const resendPushRule = endpoint({
  ...writing,
  name: "push.resendPushRule",
  method: "POST",
  path: "/push-rules/{rule_id}/resend",
  summary: { zh: "重发规则的全部失败推送", en: "Send all failed deliveries of a rule again" },
  params: ofRule,
  reply: z.object({ resent: z.number() }),
});

const replay = z.object({
  from_time: epochMs,
  to_time: epochMs,
  state: z.enum(JOB_STATES),
  /** From 0 to 1. */
  progress: z.number(),
  message_code: z.string().nullable(),
  /** Deliveries that it has made. */
  queued: z.number(),
  created_time: epochMs,
});
export type PushReplay = z.output<typeof replay>;

/** Of a rule, newest first. */
export const listPushReplays = endpoint({
  ...reading,
  name: "push.listPushReplays",
  method: "GET",
  path: "/push-rules/{rule_id}/replays",
  summary: { zh: "补发任务", en: "Replays of a push rule" },
  params: ofRule,
  reply: z.object({ list: z.array(replay) }),
});

/** History of the rule's devices once more, under the ids that it had: a receiver keeps what it misses. */
export const startPushReplay = endpoint({
  ...writing,
  name: "push.startPushReplay",
  method: "POST",
  path: "/push-rules/{rule_id}/replays",
  summary: { zh: "补发一段历史", en: "Send a range of history by a push rule" },
  params: ofRule,
  body: z.object({ from_time: epochMs, to_time: epochMs }),
  reply: z.object({ list: z.array(replay) }),
  errors: [pushErrors.replayRange, pushErrors.replayRunning],
});

/** What it has queued and was not sent goes; nothing where none is under way. */
export const cancelPushReplay = endpoint({
  ...writing,
  name: "push.cancelPushReplay",
  method: "POST",
  path: "/push-rules/{rule_id}/replays/cancel",
  summary: { zh: "取消补发", en: "Cancel the replay of a push rule" },
  params: ofRule,
  reply: z.object({ list: z.array(replay) }),
});
