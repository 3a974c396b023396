import type { Told } from "@canopy/contract/alarms/events";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { SENDING } from "../notify/command-queue-store.ts";
import { shownTarget } from "./shown-target.ts";

/** A message that is no longer kept was sent. A command is handed over to nobody else: its problem is its outcome. */
const STATE = sql`case when a.handed_at is null then 'waiting' when a.kind = 'command' and a.problem = ${SENDING}
  then 'waiting' when a.problem is not null then case a.kind when 'command' then 'failed' else 'notSent' end
  when m.state is null then 'sent' when m.state = 'unconfigured' then 'unprovided' when m.state = 'failed' then 'failed'
  when m.state = 'sent' then coalesce(m.delivery, 'sent') else 'waiting' end`;

/**
 * TRG-04: what became of each action of an event. An action of the rule that the event never sent, although it held
 * some back, was held back until its frequency allows the next.
 */
export async function toldOf(db: Db, tenantId: string, eventId: string): Promise<Told[]> {
  const sent = await sql<Told>`select a.cause, a.kind, a.target, ${STATE} as state,
      nullif(a.problem, ${SENDING}) as problem,
      case when m.state = 'sent' then m.provider_id end as provider_id, coalesce(m.attempts, 0) as tries,
      m.delivery_problem as reason,
      (extract(epoch from coalesce(m.sent_at, a.handed_at, a.created_at)) * 1000)::bigint as time
    from alarm_outbox a left join outbox m on m.id = a.message_id and m.tenant_id = a.tenant_id
    where a.tenant_id = ${tenantId} and a.event_id = ${eventId} order by a.created_at, a.id`.execute(db);
  const held = await sql<Told>`select 'fired' as cause, s.kind, '' as target, 'held' as state, null as problem,
      null as provider_id, 0 as tries, null as reason,
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
