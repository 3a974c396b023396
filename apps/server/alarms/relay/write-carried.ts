import { sql } from "kysely";
import { PREPARED } from "../../platform/postgres/prepared.ts";
import { safeJson } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { CarriedChanges, CarriedEvent } from "./carry-changes.ts";
import type { ChangeRow } from "./change-store.ts";
import { alarmTextOf, insertOutbox } from "./outbox-rows.ts";

/**
 * Everything of a round in one statement, which is its transaction. A change that another relay has carried meanwhile
 * breaks it, and so does a rule or device that went: the round is read again.
 */
export async function writeCarried(db: Db, fresh: readonly ChangeRow[], carried: CarriedChanges): Promise<void> {
  const [made, followed] = [carried.events.filter(({ fired }) => fired), carried.events.filter(isFollowed)];
  await sql`${PREPARED} with noted as (
    insert into alarm_relayed (binding, change)
    select * from unnest(${fresh.map(({ binding }) => binding)}::int[], ${fresh.map(({ id }) => id)}::bigint[])
  ), made as (
    insert into alarm_events (id, tenant_id, things_id, rule_id, rule_name, level, share, description, conditions, channel,
      is_late, binding, change, started_us, value, is_muted, escalate_at, ended_us, end_reason, lost_us, peak, hits, held,
      reason, latitude, longitude, is_refused, rule_version)
    select id, tenant_id, things_id, rule_id, rule_name, level, share, description, conditions, channel, is_late, binding,
      change, started_us, value, is_muted, to_timestamp(escalate_ms / 1000), ended_us,
      end_reason, lost_us, peak, hits, held, reason, latitude, longitude, is_refused, rule_version
    from jsonb_to_recordset(${safeJson(made.map(madeRow))}::jsonb) as e (id uuid, tenant_id uuid, things_id uuid,
      rule_id uuid, rule_name text, level text, share boolean, description text, conditions jsonb, channel smallint,
      is_late boolean, binding int, change bigint, started_us bigint, value float8, is_muted boolean,
      escalate_ms float8, ended_us bigint, end_reason text, lost_us bigint, peak float8, hits bigint, held int,
      reason text, latitude float8, longitude float8, is_refused boolean, rule_version int)
  ), followed as (
    update alarm_events e set ended_us = f.ended_us, lost_us = f.lost_us, peak = coalesce(f.peak, e.peak),
      hits = coalesce(f.hits, e.hits), end_reason = f.end_reason, held = e.held + f.held
    from jsonb_to_recordset(${safeJson(followed.map(progressOf))}::jsonb) as f (id uuid, ended_us bigint, end_reason text,
      lost_us bigint, peak float8, hits bigint, held int)
    where e.id = f.id and e.ended_us is null
  ), turns as (
    insert into alarm_sends as s (rule_id, things_id, kind, last_at, held)
    select rule_id, things_id, kind, to_timestamp(last_ms / 1000), held
    from jsonb_to_recordset(${safeJson(carried.turns)}::jsonb) as t (rule_id uuid, things_id uuid, kind text,
      last_ms float8, held bigint)
    order by rule_id, things_id, kind
    on conflict (rule_id, things_id, kind) do update set last_at = excluded.last_at, held = s.held + excluded.held
  ) ${insertOutbox(carried.outbox)}`.execute(db);
}

const isFollowed = ({ fired, last, endedUs }: CarriedEvent): boolean =>
  fired === undefined && (last !== undefined || endedUs !== null);

function madeRow(event: CarriedEvent): object {
  const { fired } = event;
  if (fired === undefined) throw new TypeError("an event that was there before");
  const { rule, change, escalateAtMs, isMuted } = fired;
  return {
    ...progressOf(event),
    tenant_id: rule.tenantId,
    things_id: rule.thingsId,
    rule_id: rule.ruleId,
    rule_name: rule.name,
    level: rule.level,
    share: rule.share,
    description: alarmTextOf(rule, change),
    conditions: rule.content.conditions,
    channel: change.channel,
    is_late: change.isLate,
    binding: change.binding,
    change: change.id,
    started_us: change.atUs,
    value: change.value,
    reason: change.reason,
    latitude: change.latitude,
    longitude: change.longitude,
    is_refused: change.isRefused,
    rule_version: change.ruleVersion,
    is_muted: isMuted,
    escalate_ms: escalateAtMs,
  };
}

function progressOf({ id, last, endedUs, endReason, held }: CarriedEvent): object {
  const lostUs = last?.kind === "lost" ? last.atUs : null;
  const [end, told] = [
    { ended_us: endedUs, end_reason: endReason },
    { peak: last?.peak, hits: last?.hits },
  ];
  return { id, ...end, lost_us: lostUs, ...told, held };
}
