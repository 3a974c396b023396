import type { RuleLevel } from "@canopy/contract/alarms/rule-content";
import type { ListedRule, RuleOrder } from "@canopy/contract/alarms/rules";
import { type RawBuilder, sql } from "kysely";
import { mayRead } from "../../devices/rights/device-level-store.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Ordered, orderedBy } from "../../platform/postgres/order-by.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { IS_SAVER, isVisible, RULE_ROW, type RuleRow, WATCHES } from "./rule-store.ts";

export interface RuleFilter extends Ordered<RuleOrder> {
  readonly keyword: string;
  readonly level?: RuleLevel | undefined;
  readonly enabled?: "true" | "false" | undefined;
  readonly active?: "true" | undefined;
  readonly things_id?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A listed rule before the frame server was asked for its phase. */
export interface FoundRule extends Omit<ListedRule, "phase"> {
  readonly version: number;
}

type Muted = Pick<FoundRule, "muted_until" | "muted_hours">;
type Did = Pick<FoundRule, "fired" | "held" | "active" | "active_time" | "lost_time" | "is_orphan" | "version"> & Muted;

const DAY_US = 86_400_000_000;
const SINCE_US = sql`((extract(epoch from now()) * 1000000)::bigint - ${DAY_US}::bigint)`;
const IS_RUNNING = sql`(e.ended_us is null and not e.is_late)`;

/** Events of the rule `r` that the caller may see, on one device or on all. */
const eventsOfRule = (caller: Caller, thingsId: string | null): RawBuilder<unknown> =>
  sql`alarm_events e join things t on t.id = e.things_id and t.tenant_id = e.tenant_id
    where e.tenant_id = r.tenant_id and e.rule_id = r.id and ${mayRead(caller)}
      and (${thingsId}::uuid is null or e.things_id = ${thingsId}::uuid)
      and ${caller.role === "sub" ? sql`e.share` : sql`true`}`;

/** Mutes of the rule `r` that are not over, everywhere or on the device. */
const mutesOfRule = (thingsId: string | null): RawBuilder<unknown> =>
  sql`alarm_mutes m where m.tenant_id = r.tenant_id and m.until_at > now() and (m.rule_id is null or m.rule_id = r.id)
    and (m.things_id is null or m.things_id = ${thingsId}::uuid)
    and (m.label_id is null or exists (select 1 from thing_labels x
      where x.label_id = m.label_id and x.things_id = ${thingsId}::uuid))`;

/** TRG-04: what the rule `r` did in the last day, and what it does now. */
const didOf = (caller: Caller, thingsId: string | null): RawBuilder<unknown> =>
  sql`(select count(*) filter (where e.started_us >= ${SINCE_US}) as fired,
      coalesce(sum(e.held) filter (where e.started_us >= ${SINCE_US}), 0)::bigint as held,
      count(*) filter (where ${IS_RUNNING}) as active, min(e.started_us) filter (where ${IS_RUNNING}) / 1000 as active_time,
      min(e.lost_us) filter (where ${IS_RUNNING}) / 1000 as lost_time,
      (select (extract(epoch from max(m.until_at)) * 1000)::bigint from ${mutesOfRule(thingsId)}
        and m.hours is null) as muted_until,
      (select m.hours from ${mutesOfRule(thingsId)} and m.hours is not null
        order by m.until_at desc, m.id limit 1) as muted_hours
    from ${eventsOfRule(caller, thingsId)} and (e.started_us >= ${SINCE_US} or e.ended_us is null))`;

/** NAV-14: the rules `r`; those that are alike by name. */
function orderOf(caller: Caller, filter: RuleFilter): RawBuilder<unknown> {
  const { things_id = null } = filter;
  const columns: Readonly<Record<RuleOrder, RawBuilder<unknown>>> = {
    name: sql`lower(r.name)`,
    enabled: sql`r.enabled`,
    level: sql`case r.level when 'urgent' then 2 when 'ordinary' then 1 else 0 end`,
    did: sql`(select count(*) from ${eventsOfRule(caller, things_id)} and e.started_us >= ${SINCE_US})`,
    updated: sql`r.updated_at`,
  };
  return sql`order by ${orderedBy(columns, filter, sql`lower(r.name), r.id`)}`;
}

export async function rulesOf(
  db: Db,
  caller: Caller,
  filter: RuleFilter,
): Promise<{ list: FoundRule[]; total: number }> {
  const { keyword, level = null, enabled = null, active = null, things_id = null } = filter;
  const found = sql`from alarm_rules r where r.tenant_id = ${caller.tenantId} and ${isVisible(caller)}
    and position(lower(${keyword}) in lower(r.name)) > 0 and (${level}::text is null or r.level = ${level})
    and (${enabled}::boolean is null or r.enabled = ${enabled}::boolean)
    and (${active}::boolean is null or exists (select 1 from ${eventsOfRule(caller, things_id)} and ${IS_RUNNING}))
    and (${things_id}::uuid is null or exists (select 1 from things t
      where t.tenant_id = ${caller.tenantId} and t.id = ${things_id} and ${WATCHES}))`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db);
  const page = await sql<RuleRow & Did>`select ${RULE_ROW}, r.version,
      not exists (select from users u where ${IS_SAVER}) as is_orphan, did.* from (select r.* ${found}
      ${orderOf(caller, filter)} limit ${filter.limit} offset ${filter.offset}) r
    cross join lateral ${didOf(caller, things_id)} did ${orderOf(caller, filter)}`.execute(db);
  return { list: page.rows.map(({ content, ...row }) => ({ ...row, ...content })), total: counted.rows[0]?.total ?? 0 };
}
