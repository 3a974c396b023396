import {
  changeAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  sendMessage,
} from "@canopy/contract/messages/announcements";
import { DELETED, SAVED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { Bus } from "../platform/bus/bus.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import {
  deleteAnnouncementRow,
  insertAnnouncement,
  listAnnouncementRows,
  updateAnnouncement,
} from "./announcement-store.ts";
import { ANNOUNCEMENTS_SUBJECT } from "./message-subjects.ts";
import { messageUsers } from "./message-users.ts";
import type { Recipient } from "./user-message-store.ts";

interface AnnouncementServices {
  readonly db: Db;
  readonly bus: Bus;
  /** Recipients: users of these tenants; an empty list means all open tenants. */
  recipientsIn(tenantIds: readonly string[]): Promise<Recipient[]>;
}

/** The operator's announcements and messages. */
export function announcementRoutes({ db, bus, recipientsIn }: AnnouncementServices): Route[] {
  const announce = () => bus.publish(ANNOUNCEMENTS_SUBJECT, new Uint8Array(0));
  return [
    route(listAnnouncements, async ({ query: { current_page, page_size } }) => {
      const { list, total } = await listAnnouncementRows(db, current_page, page_size);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(createAnnouncement, async ({ body }) => {
      const id = await insertAnnouncement(db, body);
      announce();
      return { id };
    }),
    route(changeAnnouncement, async ({ params, body, language }) => {
      if (!(await updateAnnouncement(db, params.notice_id, body))) throw new ApiError(platformErrors.notFound);
      announce();
      return { message: SAVED[language] };
    }),
    route(deleteAnnouncement, async ({ params, language }) => {
      if (!(await deleteAnnouncementRow(db, params.notice_id))) throw new ApiError(platformErrors.notFound);
      announce();
      return { message: DELETED[language] };
    }),
    route(sendMessage, async ({ body: { reminder_mode: reminderMode, tenant_ids, ...texts } }) => {
      const title = { zh: texts.title_zh, en: texts.title_en };
      const content = { zh: texts.content_zh, en: texts.content_en };
      const recipients = await recipientsIn(tenant_ids);
      await messageUsers({ db, bus }, recipients, { title, content, type: "system", reminderMode, link: null });
      return { users: recipients.length };
    }),
  ];
}
