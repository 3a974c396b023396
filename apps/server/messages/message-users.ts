import type { Bus } from "../platform/bus/bus.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { messagesSubject } from "./message-subjects.ts";
import { insertUserMessages, type NewUserMessage, type Recipient } from "./user-message-store.ts";

const NOTHING = new Uint8Array(0);

/** Adds a message for each of these users and notifies their open pages. */
export async function messageUsers(
  { db, bus }: { readonly db: Db; readonly bus: Bus },
  recipients: readonly Recipient[],
  message: NewUserMessage,
): Promise<void> {
  if (recipients.length === 0) return;
  await insertUserMessages(db, recipients, message);
  for (const { userId } of recipients) bus.publish(messagesSubject(userId), NOTHING);
}
