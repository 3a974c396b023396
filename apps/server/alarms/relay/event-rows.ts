import { sql } from "kysely";
import { safeJson } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { ChangeRow } from "./change-store.ts";
import type { ChangedRule } from "./changed-rule.ts";

export async function insertEvent(
  db: Db,
  rule: ChangedRule,
  change: ChangeRow,
  { isMuted: muted, escalateAtMs }: { readonly isMuted: boolean; readonly escalateAtMs: number | null },
): Promise<string> {
  const { conditions, description } = rule.content;
  const made = await sql<{ id: string }>`insert into alarm_events (tenant_id, things_id, rule_id, rule_name, level,
      share, description, conditions, channel, is_late, binding, change, started_us, value, peak, hits, is_muted,
      escalate_at, reason, latitude, longitude)
    values (${rule.tenantId}, ${rule.thingsId}, ${rule.ruleId}, ${rule.name}, ${rule.level}, ${rule.share},
      ${description}, ${safeJson(conditions)}::jsonb, ${change.channel}, ${change.isLate}, ${change.binding},
      ${change.id}, ${change.atUs}, ${change.value}, ${change.peak}, ${change.hits}, ${muted},
      to_timestamp(${escalateAtMs}::float8 / 1000), ${change.reason}, ${change.latitude}, ${change.longitude})
    returning id`.execute(db);
  return made.rows[0]?.id ?? "";
}

export async function isMuted(db: Db, { tenantId, ruleId, thingsId }: ChangedRule, nowMs: number): Promise<boolean> {
  const found = await sql`select 1 from alarm_mutes m where m.tenant_id = ${tenantId}
    and m.until_at > to_timestamp(${nowMs}::float8 / 1000) and (m.rule_id is null or m.rule_id = ${ruleId})
    and (m.things_id is null or m.things_id = ${thingsId}) limit 1`.execute(db);
  return found.rows.length > 0;
}

/** The event that the change goes on with; the binding is that of one tenant. */
export async function runningEvent(
  db: Db,
  { binding, ruleId, channel, isLate }: ChangeRow,
): Promise<{ id: string; isMuted: boolean } | undefined> {
  const found = await sql<{ id: string; isMuted: boolean }>`select id, is_muted as "isMuted" from alarm_events
    where binding = ${binding} and rule_id = ${ruleId} and channel = ${channel} and is_late = ${isLate}
      and ended_us is null order by change desc limit 1`.execute(db);
  return found.rows[0];
}

export async function touchEvent(db: Db, id: string, { kind, atUs, peak, hits }: ChangeRow): Promise<void> {
  const lostUs = kind === "lost" ? atUs : null;
  await sql`update alarm_events set lost_us = ${lostUs}, peak = ${peak}, hits = ${hits} where id = ${id}`.execute(db);
}

export async function endEvent(db: Db, id: string, { atUs, peak, hits }: ChangeRow): Promise<void> {
  await sql`update alarm_events set ended_us = ${atUs}, end_reason = 'recovered', lost_us = null, peak = ${peak},
    hits = ${hits} where id = ${id}`.execute(db);
}
