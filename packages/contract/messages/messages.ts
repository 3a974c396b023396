import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs, listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";

/** MSG-01: the values of `read_status`. */
export const READ_STATUS = { unread: 0, read: 1, deleted: 2, all: 3 } as const;
/** MSG-02: how a message is shown; a dialog opens by itself. */
export const REMINDER = { icon: 1, dialog: 2 } as const;
/** What a message is about. */
export const MESSAGE_TYPES = ["system", "download", "import"] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];
/** MSG-01: rows of the bell, and how often it asks beside what is pushed. */
export const MESSAGE_PAGE_SIZE = 10;
export const MESSAGE_POLL_MS = 60_000;
/** A user has at most this many messages; the oldest go. */
export const MOST_MESSAGES = 1000;

const ownMessages = z.object({ tenant_id: idOf("tenant"), user_id: idOf("user") });

export const userMessage = z.object({
  id: z.string(),
  messageTitle: z.string(),
  /** Text with the marks of `messages/markup.ts`. */
  messageContent: z.string(),
  messageType: z.enum(MESSAGE_TYPES),
  send_time: epochMs,
  read_status: z.union([z.literal(READ_STATUS.unread), z.literal(READ_STATUS.read)]),
  reminderMode: z.union([z.literal(REMINDER.icon), z.literal(REMINDER.dialog)]),
  /** The page of its object. */
  link: z.string().nullable(),
});
export type UserMessage = z.output<typeof userMessage>;

export const listMessages = endpoint({
  name: "messages.listMessages",
  method: "GET",
  path: "/tenant/tenants/{tenant_id}/users/{user_id}/message",
  summary: { zh: "用户消息", en: "User messages" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: ownMessages,
  query: z.object({
    ...pageQuery,
    page_size: pageQuery.page_size.default(MESSAGE_PAGE_SIZE),
    platform: z.string().max(32).default("candtu"),
    read_status: z.coerce.number().int().min(0).max(3).default(READ_STATUS.all),
    /** Left out: both. */
    reminder_mode: z.coerce
      .number()
      .pipe(z.union([z.literal(REMINDER.icon), z.literal(REMINDER.dialog)]))
      .optional(),
  }),
  reply: listOf(userMessage),
});

export const updateMessage = endpoint({
  name: "messages.updateMessage",
  method: "PUT",
  path: "/tenant/tenants/{tenant_id}/users/{user_id}/message",
  summary: { zh: "更新用户消息", en: "Mark messages as read or delete them" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: ownMessages,
  body: z
    .object({
      user_message_id: idOf("message").optional(),
      update_all: z.boolean().optional(),
      read_status: z.union([
        z.literal(READ_STATUS.unread),
        z.literal(READ_STATUS.read),
        z.literal(READ_STATUS.deleted),
      ]),
    })
    .refine(({ user_message_id, update_all }) => (user_message_id !== undefined) !== (update_all === true), {
      path: ["user_message_id"],
    }),
  reply: z.object({ message: z.string() }),
});

export const userNotice = endpoint({
  name: "messages.userNotice",
  method: "GET",
  path: "/notification/notices",
  summary: { zh: "公告", en: "The announcements to show now" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({
    currentTime: z.coerce.number().int().optional(),
    platform: z.string().max(32).default("candtu"),
    user_id: idOf("user").optional(),
  }),
  reply: z.object({ list: z.array(z.object({ id: z.string(), title: z.string(), content: z.string() })) }),
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
});
