import type { Told } from "@canopy/contract/alarms/events";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { shownTarget } from "./shown-target.ts";

/**
 * TRG-04: what became of each action of an event. An action of the rule that the event never sent, although it held
 * some back, was held back until its frequency allows the next.
 */
export async function toldOf(db: Db, tenantId: string, eventId: string): Promise<Told[]> {
  const sent = await sql<Told>`select cause, kind, target,
      case when handed_at is null then 'waiting' when problem is null then 'sent' else 'notSent' end as state, problem,
      (extract(epoch from coalesce(handed_at, created_at)) * 1000)::bigint as time
    from alarm_outbox where tenant_id = ${tenantId} and event_id = ${eventId} order by created_at, id`.execute(db);
  const held = await sql<Told>`select 'fired' as cause, s.kind, '' as target, 'held' as state, null as problem,
      (extract(epoch from s.last_at + (a ->> 'every_min')::int * interval '1 minute') * 1000)::bigint as time
    from alarm_events e join alarm_rules r on r.id = e.rule_id and r.tenant_id = e.tenant_id
      cross join jsonb_array_elements(r.content -> 'actions') a
      join alarm_sends s on s.rule_id = r.id and s.things_id = e.things_id and s.kind = a ->> 'kind'
    where e.tenant_id = ${tenantId} and e.id = ${eventId} and e.held > 0
      and not exists (select 1 from alarm_outbox o where o.event_id = e.id and o.kind = s.kind)
    order by s.kind`.execute(db);
  const shown = sent.rows.map((row) => ({ ...row, target: shownTarget(row.kind, row.target) }));
  return [...shown, ...held.rows];
}
