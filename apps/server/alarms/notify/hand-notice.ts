import { readTarget } from "@canopy/contract/alarms/action-target";
import { NOT_SENT, noticeText } from "@canopy/contract/alarms/notice-texts";
import type { LimitOf } from "../../capacity/limits.ts";
import { monthOf } from "../../capacity/traffic-store.ts";
import { insertOutgoing } from "../../messages/outbox-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type DueNotice, type Handed, noteOnEvent, takeAlert } from "./notice-store.ts";
import { templateOf } from "./template-store.ts";

export interface HandingParts {
  readonly secret: string;
  readonly limitOf: LimitOf;
  /** Where the pages are, for a link. */
  readonly publicUrl: string | undefined;
  now(): number;
}

/** Into the outbox of messages, unless there is a reason not to. */
export async function handNotice(parts: HandingParts, db: Db, notice: DueNotice): Promise<Handed> {
  const { tenantId, kind, cause, parameters, eventId } = notice;
  if (!notice.mayAct) return refuseNotice(db, notice, "rights");
  const target = readTarget(kind, notice.target);
  if (target === undefined) return refuseNotice(db, notice, "target");
  if (!(await hasQuota(parts, db, notice))) return refuseNotice(db, notice, "quota");
  const { publicUrl, secret } = parts;
  const link = publicUrl && `${publicUrl}/Container/AlarmCenter?event=${eventId}`;
  const text = noticeText(cause, parameters, link, await templateOf(db, kind));
  const message = { tenantId, channel: kind, ...target, ...text, template: "notice" } as const;
  return { messageId: await insertOutgoing(db, message, "waiting", secret) };
}

/** The event tells the reason too. */
export async function refuseNotice(db: Db, notice: DueNotice, problem: keyof typeof NOT_SENT): Promise<Handed> {
  const { zh, en } = NOT_SENT[problem];
  await noteOnEvent(db, notice, "notSent", `${notice.kind}: ${zh} ${en}`);
  return { problem };
}

async function hasQuota({ limitOf, now }: HandingParts, db: Db, { tenantId, kind }: DueNotice): Promise<boolean> {
  if (kind !== "sms" && kind !== "voice") return true;
  return takeAlert(db, tenantId, monthOf(now()), await limitOf(tenantId, "alert_sms"));
}
