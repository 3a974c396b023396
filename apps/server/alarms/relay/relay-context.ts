import type { RuleHours } from "@canopy/contract/alarms/weekly-hours";
import { type RawBuilder, sql } from "kysely";
import { PREPARED } from "../../platform/postgres/prepared.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { ChangeRow } from "./change-store.ts";
import type { ChangedRule } from "./changed-rule.ts";

export interface ContextDevice extends Pick<ChangedRule, "tenantId" | "thingsId" | "deviceId" | "deviceName"> {
  readonly binding: number;
}

export type ContextRule = Omit<ChangedRule, "thingsId" | "deviceId" | "deviceName">;

export interface ContextEvent extends Pick<ChangeRow, "binding" | "ruleId" | "channel" | "isLate"> {
  readonly id: string;
  readonly change: number;
  /** Kinds of actions that it has sent. */
  readonly kinds: readonly string[];
}

export interface ContextSend {
  readonly ruleId: string;
  readonly thingsId: string;
  readonly kind: string;
  readonly lastMs: number;
}

export interface ContextMute {
  readonly tenantId: string;
  readonly ruleId: string | null;
  readonly thingsId: string | null;
  /** The devices of its label, of those that are asked for; null: it has no label. */
  readonly labelled: readonly string[] | null;
  readonly hours: RuleHours | null;
}

/** All that decides what becomes of some changes; lists are null where they are empty. */
export interface RelayContext {
  /** Changes that were carried before. */
  readonly carried: readonly number[] | null;
  readonly devices: readonly ContextDevice[] | null;
  readonly rules: readonly ContextRule[] | null;
  /** That are not over, in the order of their changes. */
  readonly running: readonly ContextEvent[] | null;
  readonly sends: readonly ContextSend[] | null;
  readonly mutes: readonly ContextMute[] | null;
}

/** As JSON: the mutes of the tenants that are not over, with the devices of their labels among these. */
const mutesOf = (tenants: RawBuilder<unknown>, things: RawBuilder<unknown>, nowMs: number): RawBuilder<unknown> =>
  sql`(select json_agg(json_build_object('tenantId', m.tenant_id, 'ruleId', m.rule_id, 'thingsId', m.things_id,
      'hours', m.hours, 'labelled', case when m.label_id is not null then (select coalesce(json_agg(x.things_id), '[]')
        from thing_labels x where x.label_id = m.label_id and x.things_id in (${things})) end))
    from alarm_mutes m where m.until_at > to_timestamp(${nowMs}::float8 / 1000) and m.tenant_id in (${tenants}))`;

export async function readMutes(
  db: Db,
  devices: readonly Pick<ChangedRule, "tenantId" | "thingsId">[],
  nowMs: number,
): Promise<readonly ContextMute[]> {
  if (devices.length === 0) return [];
  const tenants = sql`select unnest(${devices.map(({ tenantId }) => tenantId)}::uuid[])`;
  const things = sql`select unnest(${devices.map(({ thingsId }) => thingsId)}::uuid[])`;
  const found = await sql<Pick<RelayContext, "mutes">>`select ${mutesOf(tenants, things, nowMs)} as mutes`.execute(db);
  return found.rows[0]?.mutes ?? [];
}

/** One statement, so that its parts are of one moment; a rule counts for devices of its own tenant only. */
export async function readContext(db: Db, changes: readonly ChangeRow[], nowMs: number): Promise<RelayContext> {
  const bindings = changes.map(({ binding }) => binding);
  const rules = changes.map(({ ruleId }) => ruleId);
  const ids = changes.map(({ id }) => id);
  const found = await sql<RelayContext>`${PREPARED} with c as (
    select * from unnest(${bindings}::int[], ${rules}::uuid[], ${ids}::bigint[]) as c (binding, rule_id, id)
  ), pairs as (
    select distinct t.tenant_id, t.binding, t.id as things_id, t.third_things_id, t.name, c.rule_id
    from c join things t on t.binding = c.binding
      join alarm_rules r on r.id = c.rule_id and r.tenant_id = t.tenant_id
  ) select
    (select json_agg(a.change) from alarm_relayed a join c on c.binding = a.binding and c.id = a.change) as carried,
    (select json_agg(json_build_object('tenantId', d.tenant_id, 'binding', d.binding, 'thingsId', d.things_id,
        'deviceId', d.third_things_id, 'deviceName', d.name))
      from (select distinct tenant_id, binding, things_id, third_things_id, name from pairs) d) as devices,
    (select json_agg(json_build_object('tenantId', r.tenant_id, 'ruleId', r.id, 'name', r.name, 'level', r.level,
        'share', r.share, 'content', r.content))
      from alarm_rules r where (r.tenant_id, r.id) in (select tenant_id, rule_id from pairs)) as rules,
    (select json_agg(json_build_object('id', e.id, 'change', e.change, 'binding', e.binding, 'ruleId', e.rule_id,
        'channel', e.channel, 'isLate', e.is_late,
        'kinds', (select coalesce(json_agg(distinct o.kind), '[]') from alarm_outbox o where o.event_id = e.id))
        order by e.change)
      from alarm_events e where e.ended_us is null
        and (e.binding, e.rule_id) in (select binding, rule_id from pairs)) as running,
    (select json_agg(json_build_object('ruleId', s.rule_id, 'thingsId', s.things_id, 'kind', s.kind,
        'lastMs', extract(epoch from s.last_at)::float8 * 1000))
      from alarm_sends s where (s.rule_id, s.things_id) in (select rule_id, things_id from pairs)) as sends,
    ${mutesOf(sql`select tenant_id from pairs`, sql`select things_id from pairs`, nowMs)} as mutes`.execute(db);
  const [context] = found.rows;
  if (context === undefined) throw new Error("no context of the changes");
  return context;
}
