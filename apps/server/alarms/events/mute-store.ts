import type { AlarmMute } from "@canopy/contract/alarms/mutes";
import type { RuleHours } from "@canopy/contract/alarms/rule-content";
import { sql } from "kysely";
import { safeText } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";

const ROW = sql`m.id as mute_id, m.rule_id, (select r.name from alarm_rules r where r.id = m.rule_id) as rule_name,
  m.things_id, (select t.name from things t where t.id = m.things_id) as device_name,
  m.label_id, (select l.name from labels l where l.id = m.label_id) as label_name, m.hours,
  (extract(epoch from m.until_at) * 1000)::bigint as until_time, m.reason, m.author,
  (extract(epoch from m.created_at) * 1000)::bigint as created_time`;

export async function mutesOf(db: Db, tenantId: string): Promise<AlarmMute[]> {
  const found = await sql<AlarmMute>`select ${ROW} from alarm_mutes m
    where m.tenant_id = ${tenantId} and m.until_at > now() order by m.until_at, m.id`.execute(db);
  return found.rows;
}

export interface NewMute {
  readonly ruleId: string | null;
  readonly thingsId: string | null;
  readonly labelId: string | null;
  readonly hours: RuleHours | null;
  readonly minutes: number;
  readonly reason: string;
  readonly author: string;
}

export async function insertMute(db: Db, tenantId: string, made: NewMute): Promise<AlarmMute> {
  const found = await sql<AlarmMute>`with m as (
      insert into alarm_mutes (tenant_id, rule_id, things_id, label_id, hours, until_at, reason, author)
      values (${tenantId}, ${made.ruleId}, ${made.thingsId}, ${made.labelId},
        ${made.hours && JSON.stringify(made.hours)}::jsonb, now() + ${made.minutes} * interval '1 minute',
        ${safeText(made.reason)}, ${made.author}) returning *)
    select ${ROW} from m`.execute(db);
  return found.rows[0] as AlarmMute;
}

/** False: the tenant has no such mute. */
export async function removeMute(db: Db, tenantId: string, id: string): Promise<boolean> {
  const done = await sql`delete from alarm_mutes where tenant_id = ${tenantId} and id = ${id}`.execute(db);
  return (done.numAffectedRows ?? 0n) > 0n;
}
