import { INBOX_NEWS, INBOX_PAGE } from "@canopy/contract/files/inbox-news";
import { REMINDER } from "@canopy/contract/messages/messages";
import { fill, type Text } from "@canopy/contract/platform/language";
import { listManagers } from "../../accounts/user-store.ts";
import { messageUsers } from "../../messages/message-users.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { LookServices } from "./look-at-inbox.ts";

/** One message for what ended since the last one. */
export function tellManagersOfInbox(bus: Bus): LookServices["tell"] {
  return async (trx, tenantId, { done, failed, unmatched }) => {
    const counts = { done, failed, unmatched };
    const filled = (text: Text): Text => ({ zh: fill(text.zh, counts), en: fill(text.en, counts) });
    await messageUsers({ db: trx, bus }, await listManagers(trx, tenantId), {
      title: filled(INBOX_NEWS.title),
      content: INBOX_NEWS.content,
      type: "system",
      reminderMode: REMINDER.icon,
      link: INBOX_PAGE,
    });
  };
}
