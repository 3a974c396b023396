import { sql } from "kysely";
import type { AlarmsTouched, TouchedAlarm } from "../../frames/retention/deletion-routes.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** DAT-04: how many events, and the shared ones by name, that lose frames by a deletion. Those whose window is pinned keep them unless it is ticked. */
export async function eventsTouched(
  db: Db,
  ...[device, range, most]: Parameters<AlarmsTouched>
): ReturnType<AlarmsTouched> {
  const { tenantId, thingsId } = device;
  const where = sql`e.tenant_id = ${tenantId} and e.things_id = ${thingsId} and e.started_us < ${range.toUs}
    and coalesce(e.ended_us, e.started_us) >= ${range.fromUs}
    and (${range.channels === undefined} or e.channel = any(${[...(range.channels ?? [])]}::int[]))`;
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from alarm_events e where ${where}`.execute(db),
    sql<TouchedAlarm>`select e.id as event_id, e.rule_name, (e.started_us / 1000)::bigint as start_time,
        e.pin = 'pinned' as is_pinned
      from alarm_events e where ${where} and e.share order by e.started_us desc, e.id limit ${most}`.execute(db),
  ]);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}
