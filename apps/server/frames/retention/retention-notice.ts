import { RETENTION_NOTICE } from "@canopy/contract/capacity/notices";
import { REMINDER } from "@canopy/contract/messages/messages";
import { fill } from "@canopy/contract/platform/language";
import { listManagers } from "../../accounts/user-store.ts";
import { showBytes } from "../../capacity/forecast.ts";
import { noticedUntil, noticeUntil, retainingTenants } from "../../capacity/retention-notice-store.ts";
import type { NewUserMessage, Recipient } from "../../messages/user-message-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { FrameStore } from "../store/frame-store.ts";

/** DAT-06: data is told of this many days before it goes, at the latest. */
const NOTICE_DAYS = 7;
const DAY_MS = 86_400_000;

export interface NoticeParts {
  readonly db: Db;
  readonly frames: Pick<FrameStore, "usage">;
  messageUsers(recipients: readonly Recipient[], message: NewUserMessage): Promise<void>;
}

const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Once for the data of a week: how much goes, of which days, and from when on. Returns the tenants told. */
export async function noticeRetention({ db, frames, messageUsers }: NoticeParts, today: number): Promise<number> {
  let told = 0;
  for (const { tenantId, keepDays } of await retainingTenants(db)) {
    const goneBefore = today - keepDays;
    if ((await noticedUntil(db, tenantId)) > goneBefore) continue;
    const until = goneBefore + NOTICE_DAYS;
    const going = await frames.usage.expiring(tenantId, until);
    if (going.bytes === 0) continue;
    const values = {
      size: showBytes(going.bytes),
      from: dateOf(going.oldestDay),
      to: dateOf(going.newestDay),
      date: dateOf(Math.max(today + 1, going.oldestDay + keepDays + 1)),
    };
    const { title, content } = RETENTION_NOTICE;
    await messageUsers(await listManagers(db, tenantId), {
      title,
      content: { zh: fill(content.zh, values), en: fill(content.en, values) },
      type: "system",
      reminderMode: REMINDER.icon,
      link: "/Container/HomePage#capacity-data",
    });
    await noticeUntil(db, tenantId, until);
    told += 1;
  }
  return told;
}
