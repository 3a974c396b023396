import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, pageQuery } from "../platform/lists.ts";

export const CHANNELS = ["sms", "email", "voice", "feishu"] as const;

/** ACC-07: where no provider is configured, what would have been sent waits here for the operator. */
export const listOutbox = endpoint({
  name: "messages.listOutbox",
  method: "GET",
  path: "/operating/outbox",
  summary: { zh: "发件箱", en: "The outbox: what was sent, or waits for a provider" },
  access: { kind: "system" },
  sessionOnly: true,
  audited: true,
  rateLimit: RATE.normal,
  query: z.object({ ...pageQuery, channel: z.enum(CHANNELS).optional(), keyword: z.string().max(64).default("") }),
  reply: listOf(
    z.object({
      id: z.string(),
      channel: z.enum(CHANNELS),
      destination: z.string(),
      subject: z.string(),
      content: z.string(),
      state: z.enum(["waiting", "sending", "sent", "failed", "unconfigured"]),
      attempts: z.number(),
      problem: z.string().nullable(),
      created_time: z.number(),
      sent_time: z.number().nullable(),
    }),
  ),
});
