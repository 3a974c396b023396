import type { AlarmMute } from "@canopy/contract/alarms/mutes";
import type { RuleHours } from "@canopy/contract/alarms/weekly-hours";
import { type RawBuilder, sql } from "kysely";
import { levelOn, mayRead } from "../../devices/rights/device-level-store.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { safeText } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** The device that the mute `m` is of: its own, or that of its rule; a label only narrows it. Null: more than one. */
const DEVICE = sql<string | null>`coalesce(m.things_id,
  (select r.things_id from alarm_rules r where r.tenant_id = m.tenant_id and r.id = m.rule_id))`;

/** USR-03: whether the caller may make or end the mute `m` of its tenant. */
const mayChange = (caller: Caller): RawBuilder<boolean> =>
  caller.role === "sub"
    ? sql<boolean>`coalesce((select ${levelOn(caller)} from things t
        where t.tenant_id = m.tenant_id and t.id = ${DEVICE}) = 'write', false)`
    : sql<boolean>`true`;

/** Neither its device nor that of its rule is one that the caller may not read. */
const isVisible = (caller: Caller): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from things t where t.tenant_id = m.tenant_id and not ${mayRead(caller)}
    and t.id in (m.things_id, (select r.things_id from alarm_rules r where r.tenant_id = m.tenant_id and r.id = m.rule_id)))`;

const row = (caller: Caller) => sql`m.id as mute_id,
  m.rule_id, (select r.name from alarm_rules r where r.id = m.rule_id) as rule_name,
  m.things_id, (select t.name from things t where t.id = m.things_id) as device_name,
  m.label_id, (select l.name from labels l where l.id = m.label_id) as label_name, m.hours,
  (extract(epoch from m.until_at) * 1000)::bigint as until_time, m.reason, m.author,
  (extract(epoch from m.created_at) * 1000)::bigint as created_time, ${mayChange(caller)} as may_end`;

export async function mutesOf(db: Db, caller: Caller): Promise<AlarmMute[]> {
  const found = await sql<AlarmMute>`select ${row(caller)} from alarm_mutes m
    where m.tenant_id = ${caller.tenantId} and m.until_at > now() and ${isVisible(caller)}
    order by m.until_at, m.id`.execute(db);
  return found.rows;
}

/** Undefined: the caller does not see such a mute. */
export async function findMute(db: Db, caller: Caller, id: string): Promise<AlarmMute | undefined> {
  const found = await sql<AlarmMute>`select ${row(caller)} from alarm_mutes m
    where m.tenant_id = ${caller.tenantId} and m.id = ${id} and ${isVisible(caller)}`.execute(db);
  return found.rows[0];
}

export interface NewMute {
  readonly ruleId: string | null;
  readonly thingsId: string | null;
  readonly labelId: string | null;
  readonly hours: RuleHours | null;
  readonly minutes: number;
  readonly reason: string;
}

export async function mayMute(
  db: Db,
  caller: Caller,
  { ruleId, thingsId }: Pick<NewMute, "ruleId" | "thingsId">,
): Promise<boolean> {
  const found = await sql<{ may: boolean }>`select ${mayChange(caller)} as may from (select ${caller.tenantId}::uuid
    as tenant_id, ${ruleId}::uuid as rule_id, ${thingsId}::uuid as things_id) m`.execute(db);
  return found.rows[0]?.may === true;
}

export async function insertMute(db: Db, caller: Caller, made: NewMute): Promise<AlarmMute> {
  const found = await sql<AlarmMute>`with m as (
      insert into alarm_mutes (tenant_id, rule_id, things_id, label_id, hours, until_at, reason, author)
      values (${caller.tenantId}, ${made.ruleId}, ${made.thingsId}, ${made.labelId},
        ${made.hours && JSON.stringify(made.hours)}::jsonb, now() + ${made.minutes} * interval '1 minute',
        ${safeText(made.reason)}, ${caller.userName}) returning *)
    select ${row(caller)} from m`.execute(db);
  return found.rows[0] as AlarmMute;
}

export async function removeMute(db: Db, { tenantId }: Pick<Caller, "tenantId">, id: string): Promise<void> {
  await sql`delete from alarm_mutes where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}
