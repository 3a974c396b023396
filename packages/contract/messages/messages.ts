import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";

/** MSG-01: 0 unread, 1 read, 2 delete, 3 all. */
const readStatus = z.coerce.number().int().min(0).max(3);

export const listMessages = endpoint({
  name: "messages.listMessages",
  method: "GET",
  path: "/tenant/tenants/{tenant_id}/users/{user_id}/message",
  summary: { zh: "用户消息", en: "User messages" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ tenant_id: idOf("tenant"), user_id: idOf("user") }),
  query: z.object({ ...pageQuery, platform: z.string().max(32).default("candtu"), read_status: readStatus.default(3) }),
  reply: listOf(
    z.object({
      id: z.string(),
      messageTitle: z.string(),
      messageContent: z.string(),
      messageType: z.string(),
      send_time: z.number(),
      read_status: z.number(),
      reminderMode: z.number(),
    }),
  ),
  coming: true,
});

export const updateMessage = endpoint({
  name: "messages.updateMessage",
  method: "PUT",
  path: "/tenant/tenants/{tenant_id}/users/{user_id}/message",
  summary: { zh: "更新用户消息", en: "Mark messages as read or deleted" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ tenant_id: idOf("tenant"), user_id: idOf("user") }),
  body: z.object({
    user_message_id: idOf("message").optional(),
    update_all: z.boolean().optional(),
    read_status: readStatus,
  }),
  reply: z.object({ message: z.string() }),
  coming: true,
});

export const userNotice = endpoint({
  name: "messages.userNotice",
  method: "GET",
  path: "/notification/notices",
  summary: { zh: "公告", en: "The announcement to show now" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({
    currentTime: z.coerce.number().int().optional(),
    platform: z.string().max(32).default("candtu"),
    user_id: idOf("user").optional(),
  }),
  reply: z.object({ list: z.array(z.object({ id: z.string(), title: z.string(), content: z.string() })) }),
  coming: true,
});

export const updateNotice = endpoint({
  name: "messages.updateNotice",
  method: "PUT",
  path: "/notification/notices",
  summary: { zh: "不再提醒此公告", en: "Do not remind of this announcement again" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  body: z.object({ notice_id: idOf("notice"), user_id: idOf("user"), noLongerShow: z.boolean() }),
  reply: z.object({ message: z.string() }),
  coming: true,
});
