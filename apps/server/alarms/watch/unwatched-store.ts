import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { WATCHES } from "../rules/rule-store.ts";
import { REVISIONS, type WatchingRule } from "./watch-store.ts";

/** A running event that no machine goes on with. */
export interface UnwatchedEvent {
  readonly id: string;
  readonly tenantId: string;
  readonly binding: number;
  /** Null: the rule is deleted. */
  readonly ruleId: string | null;
  readonly isOnFences: boolean;
  /** The states of its machine may be there still, and would be taken up where the rule watches the device again. */
  readonly hasStates: boolean;
}

const MOST_AT_ONCE = 1000;
const IS_ON_FENCES = sql<boolean>`e.conditions @> '[{"kind": "fence"}]'`;

/** Running events of devices that their rule does not watch any more, and of rules that are others now; of all tenants. */
export async function unwatchedEvents(db: Db): Promise<UnwatchedEvent[]> {
  const found = await sql<UnwatchedEvent>`select e.id, e.tenant_id as "tenantId", e.binding, e.rule_id as "ruleId",
      ${IS_ON_FENCES} as "isOnFences", t.id is not null and r.id is null and e.rule_id is not null as "hasStates"
    from alarm_events e
      left join things t on t.tenant_id = e.tenant_id and t.id = e.things_id and t.binding = e.binding
      left join alarm_rules r on r.tenant_id = t.tenant_id and r.id = e.rule_id and r.enabled and ${WATCHES}
    where e.ended_us is null and (r.id is null or r.version <> e.rule_version)
    order by e.binding, e.id limit ${MOST_AT_ONCE}`.execute(db);
  return found.rows;
}

export type RunningRule = Omit<WatchingRule, "binding">;

/** The enabled rules on signals that have running events, of all tenants. */
export async function runningSignalRules(db: Db): Promise<RunningRule[]> {
  const found = await sql<RunningRule>`select r.tenant_id as "tenantId", r.id, r.version, r.content,
      ${REVISIONS} as revisions
    from alarm_rules r where r.enabled
      and r.content -> 'conditions' @> any(array['[{"kind": "signal"}]', '[{"kind": "computed"}]']::jsonb[])
      and exists (select from alarm_events e where e.tenant_id = r.tenant_id and e.rule_id = r.id and e.ended_us is null)
    order by r.id`.execute(db);
  return found.rows;
}

/** The running events of rules that cannot be judged. */
export async function eventsOfRules(db: Db, rules: readonly RunningRule[]): Promise<UnwatchedEvent[]> {
  if (rules.length === 0) return [];
  const found = await sql<UnwatchedEvent>`select e.id, e.tenant_id as "tenantId", e.binding, e.rule_id as "ruleId",
      false as "isOnFences", true as "hasStates"
    from alarm_events e
      join unnest(${rules.map(({ tenantId }) => tenantId)}::uuid[], ${rules.map(({ id }) => id)}::uuid[])
        as g (tenant_id, rule_id) on g.tenant_id = e.tenant_id and g.rule_id = e.rule_id
    where e.ended_us is null order by e.binding, e.id limit ${MOST_AT_ONCE}`.execute(db);
  return found.rows;
}

/** As `endEventsOf`, of single events. The tenants of those that ran until now. */
export async function endEvents(db: Db, events: readonly UnwatchedEvent[]): Promise<ReadonlySet<string>> {
  if (events.length === 0) return new Set();
  const found = await sql<{ tenantId: string }>`update alarm_events e
    set ended_us = (extract(epoch from now()) * 1000000)::bigint, end_reason = 'rule', lost_us = null
    from unnest(${events.map(({ tenantId }) => tenantId)}::uuid[], ${events.map(({ id }) => id)}::uuid[])
      as g (tenant_id, id)
    where e.tenant_id = g.tenant_id and e.id = g.id and e.ended_us is null
    returning e.tenant_id as "tenantId"`.execute(db);
  return new Set(found.rows.map(({ tenantId }) => tenantId));
}
