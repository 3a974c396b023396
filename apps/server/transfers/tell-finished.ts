import { REMINDER } from "@canopy/contract/messages/messages";
import { fill, type Text } from "@canopy/contract/platform/language";
import { FINISHED } from "@canopy/contract/transfers/finished";
import type { NewUserMessage, Recipient } from "../messages/user-message-store.ts";

export type MessageUser = (to: Recipient, message: NewUserMessage) => Promise<void>;

/** Work that took longer: its user may have left the page. */
export const LONG_WORK_MS = 20_000;

interface FinishedTask {
  readonly type: "download" | "import";
  readonly name: string;
  readonly thingsId: string;
  readonly tenantId: string | null;
  readonly userId: string | null;
  readonly tookMs: number;
}

/** MSG-01: a message for the user of a long task. */
export async function tellFinished(
  messageUser: MessageUser,
  { type, name, thingsId, tenantId, userId, tookMs }: FinishedTask,
  longWorkMs = LONG_WORK_MS,
): Promise<void> {
  if (tenantId === null || userId === null || tookMs < longWorkMs) return;
  const { title, content } = FINISHED[type];
  const named: Text = { zh: fill(title.zh, { name }), en: fill(title.en, { name }) };
  const link = `/Container/HomePage/DeviceDetails?id=${thingsId}&tab=data&sub=history`;
  await messageUser({ tenantId, userId }, { title: named, content, type, reminderMode: REMINDER.icon, link });
}
