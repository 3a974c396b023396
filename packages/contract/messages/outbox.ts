import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { providerErrors } from "./providers.ts";

export const CHANNELS = ["sms", "email", "voice", "feishu", "webhook"] as const;
export const OUTBOX_STATES = ["waiting", "sending", "sent", "failed", "unconfigured"] as const;
/** Accepted: it does not know yet, or never says. */
export const DELIVERIES = ["accepted", "delivered", "undelivered"] as const;

/** ACC-07: without a provider, messages wait here for the operator. */
export const listOutbox = endpoint({
  name: "messages.listOutbox",
  method: "GET",
  path: "/operating/outbox",
  summary: { zh: "发件箱", en: "The outbox: what was sent, or waits for a provider" },
  access: { kind: "system" },
  sessionOnly: true,
  audited: true,
  rateLimit: RATE.normal,
  query: z.object({
    ...pageQuery,
    channel: z.enum(CHANNELS).optional(),
    state: z.enum(OUTBOX_STATES).optional(),
    keyword: z.string().max(64).default(""),
  }),
  reply: listOf(
    z.object({
      id: z.string(),
      channel: z.enum(CHANNELS),
      destination: z.string(),
      subject: z.string(),
      /** With its code left out where it is `masked`. */
      content: z.string(),
      masked: z.boolean(),
      state: z.enum(OUTBOX_STATES),
      attempts: z.number(),
      /** While it waits for another try. */
      next_time: z.number().nullable(),
      problem: z.string().nullable(),
      created_time: z.number(),
      sent_time: z.number().nullable(),
      /** What the provider said since it took the message; null: nothing was sent. */
      delivery: z.enum(DELIVERIES).nullable(),
      delivery_problem: z.string().nullable(),
      /** By which the provider knows it. */
      provider_id: z.string().nullable(),
    }),
  ),
});

/** Reading a code would allow signing in with it: the operation log records the reader. */
export const revealOutgoing = endpoint({
  name: "messages.revealOutgoing",
  method: "POST",
  path: "/operating/outbox/{message_id}/reveal",
  summary: { zh: "显示发件箱中的验证码", en: "The whole of a message, its code too" },
  access: { kind: "system" },
  sessionOnly: true,
  audited: true,
  rateLimit: RATE.normal,
  params: z.object({ message_id: idOf("outgoingMessage") }),
  reply: z.object({ data: z.object({ content: z.string() }) }),
});

/** A dead letter, or one that waits: is tried at once, with all its tries. */
export const resendOutgoing = endpoint({
  name: "messages.resendOutgoing",
  method: "POST",
  path: "/operating/outbox/{message_id}/resend",
  summary: { zh: "重新发送", en: "Send a failed message again" },
  access: { kind: "system" },
  sessionOnly: true,
  audited: true,
  rateLimit: RATE.normal,
  params: z.object({ message_id: idOf("outgoingMessage") }),
  reply: z.object({ message: z.string() }),
  errors: [providerErrors.notFailed],
});
