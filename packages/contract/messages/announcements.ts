import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs, listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { REMINDER } from "./messages.ts";

export const TITLE_MAX = 100;
export const CONTENT_MAX = 4000;
const MOST_TENANTS = 1000;
/** Until the year 2100. */
const moment = epochMs.min(0).max(4_102_444_800_000);

/** Both languages: a reader gets the one of the pages. */
const texts = {
  title_zh: z.string().trim().min(1).max(TITLE_MAX),
  title_en: z.string().trim().min(1).max(TITLE_MAX),
  content_zh: z.string().trim().min(1).max(CONTENT_MAX),
  content_en: z.string().trim().min(1).max(CONTENT_MAX),
};
/** Empty: all tenants. */
const recipients = z.array(idOf("operatedTenant")).max(MOST_TENANTS);

/** NAV-09 */
export const announcementForm = z
  .object({
    ...texts,
    from_time: moment,
    /** Null: until it is deleted. */
    until_time: moment.nullable(),
    tenant_ids: recipients,
  })
  .refine(({ from_time, until_time }) => until_time === null || until_time > from_time, { path: ["until_time"] });
export type AnnouncementForm = z.output<typeof announcementForm>;

const operated = { access: { kind: "system" }, sessionOnly: true, audited: true, rateLimit: RATE.normal } as const;
const one = z.object({ notice_id: idOf("announcement") });

export const listAnnouncements = endpoint({
  ...operated,
  audited: false,
  name: "messages.listAnnouncements",
  method: "GET",
  path: "/operating/notices",
  summary: { zh: "全部公告", en: "All announcements" },
  query: z.object(pageQuery),
  reply: listOf(
    z.object({
      id: z.string(),
      ...texts,
      from_time: epochMs,
      until_time: epochMs.nullable(),
      tenant_ids: z.array(z.string()),
    }),
  ),
});

export const createAnnouncement = endpoint({
  ...operated,
  name: "messages.createAnnouncement",
  method: "POST",
  path: "/operating/notices",
  summary: { zh: "发布公告", en: "Publish an announcement" },
  body: announcementForm,
  reply: z.object({ id: z.string() }),
});

export const changeAnnouncement = endpoint({
  ...operated,
  name: "messages.changeAnnouncement",
  method: "PUT",
  path: "/operating/notices/{notice_id}",
  summary: { zh: "修改公告", en: "Change an announcement" },
  params: one,
  body: announcementForm,
  reply: z.object({ message: z.string() }),
});

export const deleteAnnouncement = endpoint({
  ...operated,
  name: "messages.deleteAnnouncement",
  method: "DELETE",
  path: "/operating/notices/{notice_id}",
  summary: { zh: "删除公告", en: "Delete an announcement" },
  params: one,
  reply: z.object({ message: z.string() }),
});

/** MSG-01: to every user of these tenants. */
export const messageForm = z.object({
  ...texts,
  reminder_mode: z.union([z.literal(REMINDER.icon), z.literal(REMINDER.dialog)]),
  tenant_ids: recipients,
});

export const sendMessage = endpoint({
  ...operated,
  name: "messages.sendMessage",
  method: "POST",
  path: "/operating/messages",
  summary: { zh: "向用户发送消息", en: "Send a message to users" },
  body: messageForm,
  reply: z.object({ users: z.number() }),
});
