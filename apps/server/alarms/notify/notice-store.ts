import type { ActionKind, EscalationKind } from "@canopy/contract/alarms/action-kinds";
import type { NOT_SENT, NoticeCause, NoticeParameters } from "@canopy/contract/alarms/notice-texts";
import { sql } from "kysely";
import { holds } from "../../devices/rights/device-level-store.ts";
import { safeText } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { IS_SAVER } from "../rules/rule-store.ts";

export interface DueRow {
  readonly id: string;
  readonly tenantId: string;
  readonly eventId: string;
  readonly thingsId: string;
  readonly cause: NoticeCause;
  readonly kind: ActionKind;
  readonly target: string;
  readonly parameters: NoticeParameters;
  readonly mayAct: boolean;
}

/** To a person, or to a system of the tenant's. */
export interface DueNotice extends DueRow {
  readonly kind: EscalationKind;
}

/**
 * USR-03: whether who saved the rule last is there and may let it act on the device now, as one who saves a rule must: a
 * manager, or a sub-user with the level of a command. What a rule that is deleted sent before is not held back.
 */
const MAY_ACT = sql<boolean>`not exists (select from alarm_rules r where r.id = o.rule_id and r.tenant_id = o.tenant_id
  and not exists (select from users u where ${IS_SAVER}
    and (u.role <> 'sub' or (u.tenant_level = 'write' and exists (select from device_levels l
      where l.things_id = o.things_id and l.level = 'write' and ${holds(sql`u.id`, sql`now()`)})))))`;

export const ROW = sql`o.id, o.tenant_id as "tenantId", o.event_id as "eventId", o.things_id as "thingsId", o.cause, o.kind,
  o.target, o.parameters, ${MAY_ACT} as "mayAct"`;

/** What is left where it is. */
export interface LeftOut {
  readonly tenantIds: readonly string[];
  readonly ids?: readonly string[];
}

/** The oldest that nobody has handed over; locked until the transaction ends. */
export async function lockDue(db: Db, most: number, { tenantIds, ids = [] }: LeftOut): Promise<DueNotice[]> {
  const found = await sql<DueNotice>`select ${ROW} from alarm_outbox o
    where o.handed_at is null and o.kind <> 'command' and o.tenant_id <> all(${[...tenantIds]}::uuid[])
      and o.id <> all(${[...ids]}::uuid[])
    order by o.created_at limit ${most} for update skip locked`.execute(db);
  return found.rows;
}

export interface Handed {
  /** Of the outbox of messages. */
  readonly messageId?: string;
  /** Why it was not sent. */
  readonly problem?: keyof typeof NOT_SENT;
}

export async function markHanded(db: Db, { id, tenantId }: DueRow, handed: Handed): Promise<void> {
  const { messageId = null, problem = null } = handed;
  await sql`update alarm_outbox set handed_at = now(), problem = ${problem}, message_id = ${messageId}
    where id = ${id} and tenant_id = ${tenantId}`.execute(db);
}

/** Into the history of the event. */
export async function noteOnEvent(
  db: Db,
  { tenantId, eventId }: DueRow,
  kind: "notSent" | "command",
  content: string,
): Promise<void> {
  await sql`insert into alarm_notes (tenant_id, event_id, kind, content)
    values (${tenantId}, ${eventId}, ${kind}, ${safeText(content)})`.execute(db);
}

/** TRG-04: counts a text message or call of this month; false: the package has no more. */
export async function takeAlert(db: Db, tenantId: string, month: number, limit: number | null): Promise<boolean> {
  if (limit === 0) return false;
  const taken = await sql`insert into alert_usage as u (tenant_id, month, messages) values (${tenantId}, ${month}, 1)
    on conflict (tenant_id, month) do update set messages = u.messages + 1
      where ${limit}::bigint is null or u.messages < ${limit}
    returning 1`.execute(db);
  return taken.rows.length > 0;
}

/** Text messages and calls of a month. */
export async function alertsOf(db: Db, tenantId: string, month: number): Promise<number> {
  const found = await sql<{ messages: number }>`select messages from alert_usage
    where tenant_id = ${tenantId} and month = ${month}`.execute(db);
  return found.rows[0]?.messages ?? 0;
}

/** Of events that are over: a running one still asks which actions it has sent. */
export async function removeOldNotices(db: Db): Promise<void> {
  await sql`delete from alarm_outbox o using alarm_events e where e.id = o.event_id and e.ended_us is not null
    and o.handed_at < now() - interval '30 days'`.execute(db);
}
