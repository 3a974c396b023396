import type { AlarmDevice } from "@canopy/contract/alarms/alarm-devices";
import {
  type AlarmEvent,
  type AlarmNote,
  type EventOrder,
  type EventState,
  NOBODY,
} from "@canopy/contract/alarms/events";
import type { RuleLevel } from "@canopy/contract/alarms/rule-content";
import { type RawBuilder, sql } from "kysely";
import { mayRead } from "../../devices/rights/device-level-store.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Ordered, orderedBy } from "../../platform/postgres/order-by.ts";
import { safeText } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";

const ROW = sql`e.id as event_id, e.things_id, t.name as device_name, e.rule_id, e.rule_name, e.level, e.description,
  e.conditions, e.channel, e.is_late, e.started_us / 1000 as start_time, e.ended_us / 1000 as end_time, e.end_reason,
  e.lost_us / 1000 as lost_time, e.value, e.peak, e.hits, e.reason, e.latitude, e.longitude, e.is_refused,
  (select count(*) from alarm_outbox o where o.event_id = e.id) as sent, e.held, e.is_muted, e.state, e.assignee_id,
  (select u.name from users u where u.id = e.assignee_id) as assignee, e.pin`;
const TABLES = sql`alarm_events e join things t on t.id = e.things_id and t.tenant_id = e.tenant_id`;

/** TRG-05: a sub-user sees events of shared rules on devices that it may read. */
const isVisible = (caller: Caller): RawBuilder<boolean> =>
  sql<boolean>`(e.tenant_id = ${caller.tenantId} and ${mayRead(caller)}
    and ${caller.role === "sub" ? sql`e.share` : sql`true`})`;

export interface EventFilter extends Ordered<EventOrder> {
  readonly open?: boolean | undefined;
  readonly active?: boolean | undefined;
  readonly state?: EventState | undefined;
  readonly level?: RuleLevel | undefined;
  readonly keyword: string;
  readonly things_id?: string | undefined;
  readonly label_id?: string | undefined;
  readonly rule_id?: string | undefined;
  readonly who?: string | undefined;
  readonly from_time?: number | undefined;
  readonly to_time?: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

function narrowed(caller: Caller, filter: EventFilter): RawBuilder<unknown> {
  const { state = null, level = null, things_id = null, label_id = null, rule_id = null } = filter;
  const { from_time = null, to_time = null } = filter;
  return sql`${isVisible(caller)} and (${filter.open !== true} or e.state <> 'closed')
    and (${filter.active !== true} or e.ended_us is null) and (${state}::text is null or e.state = ${state})
    and (${level}::text is null or e.level = ${level}) and (${things_id}::uuid is null or e.things_id = ${things_id})
    and (${rule_id}::uuid is null or e.rule_id = ${rule_id}) and ${isTakenBy(filter.who)}
    and (${label_id}::uuid is null
      or exists (select 1 from thing_labels x where x.things_id = t.id and x.label_id = ${label_id}))
    and (${from_time}::bigint is null or e.started_us >= ${from_time}::bigint * 1000)
    and (${to_time}::bigint is null or e.started_us < (${to_time}::bigint + 1) * 1000)
    and position(lower(${filter.keyword}) in lower(concat_ws(' ', e.rule_name, t.name, e.description))) > 0`;
}

function isTakenBy(who = ""): RawBuilder<boolean> {
  if (who === "") return sql<boolean>`true`;
  if (who === NOBODY) return sql<boolean>`e.assignee_id is null`;
  return sql<boolean>`e.assignee_id = (select u.id from users u
    where u.tenant_id = e.tenant_id and lower(u.name) = lower(${who}))`;
}

const NOW_US = sql`(extract(epoch from now()) * 1000000)::bigint`;
const ORDERS: Readonly<Record<EventOrder, RawBuilder<unknown>>> = {
  rule: sql`lower(e.rule_name)`,
  start: sql`e.started_us`,
  peak: sql`e.peak`,
  lasted: sql`coalesce(e.ended_us, ${NOW_US}) - e.started_us`,
  state: sql`case e.state when 'new' then 0 when 'acknowledged' then 1 else 2 end`,
};

const NEWEST_FIRST = sql`e.started_us desc, e.id`;

export async function eventsOf(
  db: Db,
  caller: Caller,
  filter: EventFilter,
): Promise<{ list: AlarmEvent[]; total: number }> {
  const found = sql`from ${TABLES} where ${narrowed(caller, filter)}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db);
  const page = await sql<AlarmEvent>`select ${ROW} ${found}
    order by ${orderedBy(ORDERS, filter, NEWEST_FIRST)} limit ${filter.limit} offset ${filter.offset}`.execute(db);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function openCounts(db: Db, caller: Caller): Promise<Record<RuleLevel, number>> {
  const found = await sql<Record<RuleLevel, number>>`select count(*) filter (where e.level = 'tip') as tip,
      count(*) filter (where e.level = 'ordinary') as ordinary, count(*) filter (where e.level = 'urgent') as urgent
    from ${TABLES} where ${isVisible(caller)} and e.state <> 'closed'`.execute(db);
  return found.rows[0] ?? { tip: 0, ordinary: 0, urgent: 0 };
}

/** Devices with open events, each with its highest level. */
export async function openDevices(db: Db, caller: Caller): Promise<AlarmDevice[]> {
  const found = await sql<AlarmDevice>`select e.things_id, count(*) as count,
      case max(case e.level when 'urgent' then 2 when 'ordinary' then 1 else 0 end)
        when 2 then 'urgent' when 1 then 'ordinary' else 'tip' end as level
    from ${TABLES} where ${isVisible(caller)} and e.state <> 'closed' group by e.things_id
    order by e.things_id`.execute(db);
  return found.rows;
}

/** With the names under which the frame server has its window. */
export interface FoundEvent extends AlarmEvent {
  readonly binding: number;
  readonly change: number;
}

/** Those of them that the caller may see. */
export async function findEvents(db: Db, caller: Caller, ids: readonly string[]): Promise<FoundEvent[]> {
  const found = await sql<FoundEvent>`select ${ROW}, e.binding, e.change from ${TABLES}
    where ${isVisible(caller)} and e.id = any(${[...ids]}::uuid[])`.execute(db);
  return found.rows;
}

/** The ids that changed. An event that somebody took is not escalated; a closed one loses its pin. */
export async function setState(
  db: Db,
  tenantId: string,
  ids: readonly string[],
  state: EventState,
): Promise<ReadonlySet<string>> {
  const done = await sql<{ id: string }>`update alarm_events set state = ${state}, escalate_at = null,
      pin = case when ${state} = 'closed' and pin = 'pinned' then 'released'
        when ${state} <> 'closed' and pin = 'released' then 'pinned' else pin end
    where tenant_id = ${tenantId} and id = any(${[...ids]}::uuid[]) and state <> ${state} returning id`.execute(db);
  return new Set(done.rows.map(({ id }) => id));
}

/** Undefined: the tenant has no such user. */
export async function findUserByName(db: Db, tenantId: string, name: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select id from users
    where tenant_id = ${tenantId} and lower(name) = lower(${name})`.execute(db);
  return found.rows[0]?.id;
}

/** The ids of those that somebody else had. */
export async function setAssignee(
  db: Db,
  tenantId: string,
  ids: readonly string[],
  userId: string | null,
): Promise<string[]> {
  const done = await sql<{ id: string }>`update alarm_events set assignee_id = ${userId}
    where tenant_id = ${tenantId} and id = any(${[...ids]}::uuid[]) and assignee_id is distinct from ${userId}::uuid
    returning id`.execute(db);
  return done.rows.map(({ id }) => id);
}

export async function addNote(
  db: Db,
  { tenantId, userName }: Pick<Caller, "tenantId" | "userName">,
  eventId: string,
  kind: AlarmNote["kind"],
  content: string,
): Promise<AlarmNote> {
  const made = await sql<AlarmNote>`insert into alarm_notes (tenant_id, event_id, kind, user_name, content)
    values (${tenantId}, ${eventId}, ${kind}, ${userName}, ${safeText(content)})
    returning kind, user_name, content, (extract(epoch from at) * 1000)::bigint as time`.execute(db);
  return made.rows[0] as AlarmNote;
}

export async function notesOf(db: Db, tenantId: string, eventId: string): Promise<AlarmNote[]> {
  const found = await sql<AlarmNote>`select kind, user_name, content, (extract(epoch from at) * 1000)::bigint as time
    from alarm_notes where tenant_id = ${tenantId} and event_id = ${eventId} order by id`.execute(db);
  return found.rows;
}
