import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import type { ForwardingRule } from "./follow-store.ts";
import type { PushedData, PushedDevice } from "./payload.ts";
import { FORWARDS } from "./push-rule-store.ts";

/** An alarm, a change of presence or a file, as a row of another domain has it. */
export interface Happening {
  readonly thingsId: string;
  readonly kind: string;
  readonly subject: string;
  readonly atUs: number;
  readonly content: PushedData["content"];
  /** Of an alarm. */
  readonly level: string | null;
}

const ALARM = sql`e.id::text as subject, e.things_id as "thingsId", e.level, jsonb_build_object('event',
  jsonb_build_object('id', e.id, 'rule', e.rule_name, 'level', e.level, 'description', e.description,
    'channel', e.channel, 'value', e.value, 'peak', e.peak, 'started', e.started_us / 1000,
    'ended', e.ended_us / 1000)) as content`;
const FIRED = sql`'alarm.fired' as kind, e.started_us as "atUs", ${ALARM}`;
const ENDED = sql`'alarm.ended' as kind, e.ended_us as "atUs", ${ALARM}`;
const PRESENCE = sql`'device.' || l.kind as kind, (extract(epoch from l.at) * 1000000)::bigint as "atUs",
  l.id::text as subject, l.things_id as "thingsId", null as level,
  jsonb_build_object('event', jsonb_build_object('online', l.kind = 'online')) as content`;
const FILE = sql`'file.stored' as kind, (extract(epoch from f.created_at) * 1000000)::bigint as "atUs",
  f.id::text as subject, f.things_id as "thingsId", null as level,
  jsonb_build_object('file', jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'sha256', f.sha256,
    'source', f.source, 'location', f.location)) as content`;

/** Subjects as the key of their table, by which it is looked up: one of another kind would be none. */
const ALARM_ID = sql`case when h.kind like 'alarm.%' then h.subject::uuid end`;
const LINE_ID = sql`case when h.kind like 'device.%' then h.subject::bigint end`;
const FILE_ID = sql`case when h.kind = 'file.stored' then h.subject::uuid end`;

/** The oldest of them, with what they are of; what went meanwhile is left out. Locked until the transaction ends. */
export async function lockHappenings(
  db: Db,
  most: number,
): Promise<{ ids: number[]; list: (Happening & { tenantId: string })[] }> {
  const locked = await sql<{ id: number }>`select id from push_happenings order by id limit ${most}
    for update skip locked`.execute(db);
  const ids = locked.rows.map(({ id }) => id);
  if (ids.length === 0) return { ids, list: [] };
  const one = sql`h.id = any(${ids}::bigint[]) and h.kind`;
  const found = await sql<Happening & { tenantId: string }>`
    select h.tenant_id as "tenantId", ${FIRED} from push_happenings h join alarm_events e on e.id = ${ALARM_ID}
      and e.tenant_id = h.tenant_id where ${one} = 'alarm.fired'
    union all select h.tenant_id, ${ENDED} from push_happenings h join alarm_events e on e.id = ${ALARM_ID}
      and e.tenant_id = h.tenant_id where ${one} = 'alarm.ended' and e.ended_us is not null
    union all select h.tenant_id, ${PRESENCE} from push_happenings h join device_log l on l.id = ${LINE_ID}
      and l.tenant_id = h.tenant_id where ${one} like 'device.%'
    union all select h.tenant_id, ${FILE} from push_happenings h join files f on f.id = ${FILE_ID}
      and f.tenant_id = h.tenant_id where ${one} = 'file.stored'`.execute(db);
  return { ids, list: found.rows };
}

export async function removeHappenings(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from push_happenings where id = any(${[...ids]}::bigint[])`.execute(db);
}

export interface ListeningRule extends ForwardingRule {
  readonly device: PushedDevice;
}

/** The enabled rules of a kind that forward what happens to these devices. */
export async function listeningRules(
  db: Db,
  kind: "events" | "files",
  thingsIds: readonly string[],
): Promise<ListeningRule[]> {
  const found = await sql<ListeningRule>`select r.id, r.tenant_id as "tenantId", r.name, r.template, r.source,
      jsonb_build_object('thingsId', t.id, 'deviceId', t.third_things_id, 'name', t.name) as device
    from things t join push_rules r on r.tenant_id = t.tenant_id and r.enabled and r.kind = ${kind} and ${FORWARDS}
    where t.id = any(${[...thingsIds]}::uuid[]) order by r.id`.execute(db);
  return found.rows;
}

interface HappeningRange {
  readonly tenantId: string;
  readonly thingsId: string;
  readonly fromUs: number;
  readonly toUs: number;
}

/** What happened to a device in a range, oldest first. */
export async function happeningsIn(
  db: Db,
  kind: "events" | "files",
  { tenantId, thingsId, fromUs, toUs }: HappeningRange,
): Promise<Happening[]> {
  const [from, to] = [sql`to_timestamp(${fromUs} / 1000000.0)`, sql`to_timestamp(${toUs} / 1000000.0)`];
  const files = sql<Happening>`select ${FILE} from files f where f.tenant_id = ${tenantId} and f.things_id = ${thingsId}
    and f.state = 'stored' and f.created_at >= ${from} and f.created_at < ${to}`;
  const events = sql<Happening>`
    select ${FIRED} from alarm_events e where e.tenant_id = ${tenantId} and e.things_id = ${thingsId}
      and e.started_us >= ${fromUs} and e.started_us < ${toUs}
    union all select ${ENDED} from alarm_events e where e.tenant_id = ${tenantId} and e.things_id = ${thingsId}
      and e.ended_us >= ${fromUs} and e.ended_us < ${toUs}
    union all select ${PRESENCE} from device_log l where l.tenant_id = ${tenantId} and l.things_id = ${thingsId}
      and l.kind in ('online', 'offline') and l.at >= ${from} and l.at < ${to}`;
  const found = await sql<Happening>`select * from (${kind === "files" ? files : events}) x
    order by "atUs", subject`.execute(db);
  return found.rows;
}
