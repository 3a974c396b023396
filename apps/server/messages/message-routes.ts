import { listMessages, updateMessage, updateNotice, userNotice } from "@canopy/contract/messages/messages";
import { SAVED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { Bus } from "../platform/bus/bus.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { findAnnouncements, hideAnnouncement } from "./announcement-store.ts";
import { messagesSubject } from "./message-subjects.ts";
import { listUserMessages, markUserMessages } from "./user-message-store.ts";

/** MSG-01, MSG-02, NAV-09: a user's own messages and announcements. */
export function messageRoutes({ db, bus }: { readonly db: Db; readonly bus: Bus }): Route[] {
  return [
    route(listMessages, async ({ caller, params, query, language }) => {
      requireSelf(caller, params.user_id);
      const { current_page, page_size, read_status: readStatus, reminder_mode: reminderMode } = query;
      const { list, total } = await listUserMessages(db, {
        ...caller,
        language,
        readStatus,
        reminderMode,
        page: current_page,
        size: page_size,
      });
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(updateMessage, async ({ caller, params, body, language }) => {
      requireSelf(caller, params.user_id);
      const marked = await markUserMessages(db, caller, body.user_message_id, body.read_status);
      if (body.user_message_id !== undefined && marked === 0) throw new ApiError(platformErrors.notFound);
      // Updates the user's other open pages.
      bus.publish(messagesSubject(caller.userId), new Uint8Array(0));
      return { message: SAVED[language] };
    }),
    route(userNotice, async ({ caller, query, language }) => {
      if (query.user_id !== undefined) requireSelf(caller, query.user_id);
      return { list: await findAnnouncements(db, caller, language) };
    }),
    route(updateNotice, async ({ caller, body, language }) => {
      requireSelf(caller, body.user_id);
      if (!(await hideAnnouncement(db, caller, body.notice_id, body.noLongerShow)))
        throw new ApiError(platformErrors.notFound);
      return { message: SAVED[language] };
    }),
  ];
}

function requireSelf(caller: Caller, userId: string): void {
  if (caller.userId !== userId) throw new ApiError(platformErrors.notFound);
}
