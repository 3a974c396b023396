import { cardPage, RECALL_NEWS } from "@canopy/contract/files/recall-news";
import { REMINDER } from "@canopy/contract/messages/messages";
import { fill, type Text } from "@canopy/contract/platform/language";
import { publishTaskEnd } from "../../frames/live/live-user-news.ts";
import { messageUsers } from "../../messages/message-users.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { takeEnded, type UserOnDevice } from "./recall-news-store.ts";

/**
 * The last recall of a user on a device has ended: a note on the user's open pages, and a message if neither the page of
 * the card nor the list of tasks was open then.
 */
export async function tellRecalls(bus: Bus, trx: Db, recall: UserOnDevice & { readonly id: string }): Promise<void> {
  const ended = await takeEnded(trx, recall);
  if (ended === undefined) return;
  const { tenantId, userId, thingsId } = recall;
  const state = ended.failed > 0 ? "failed" : "done";
  publishTaskEnd(bus)({ userId, id: recall.id, kind: "files.recall", state, messageCode: null });
  if (ended.isWatched) return;
  const { device, done, failed } = ended;
  const filled = (text: Text): Text => ({
    zh: fill(text.zh, { device, done, failed }),
    en: fill(text.en, { device, done, failed }),
  });
  await messageUsers({ db: trx, bus }, [{ tenantId, userId }], {
    title: filled(RECALL_NEWS.title),
    content: RECALL_NEWS.content,
    type: "system",
    reminderMode: REMINDER.icon,
    link: cardPage(thingsId),
  });
}
