import type { RuleContent } from "@canopy/contract/alarms/rule-content";
import type { AlarmRule } from "@canopy/contract/alarms/rules";
import type { DbcUse } from "@canopy/contract/signals/dbc-uses";
import { type RawBuilder, sql } from "kysely";
import { levelOn, mayRead } from "../../devices/rights/device-level-store.ts";
import type { TypeUseCount, TypeUses } from "../../devices/types/type-uses.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { safeJson } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** Whether the rule `r` watches the device `t`. */
export const WATCHES = sql<boolean>`(r.scope = 'all' or r.things_id = t.id or r.info_model_id = t.info_model_id
  or exists (select 1 from thing_labels x where x.things_id = t.id and x.label_id = r.label_id))`;

/** USR-03: who saved the rule `r` last, as the row `u` of users: its actions go by the rights of this user. */
export const IS_SAVER = sql<boolean>`u.id = coalesce(r.saved_by, r.author_id) and u.tenant_id = r.tenant_id`;

/** Of the rule `r`. */
export const RULE_ROW = sql`r.id as rule_id, r.content || jsonb_build_object('name', r.name, 'level', r.level, 'share', r.share,
    'enabled', r.enabled, 'scope', case when r.scope = 'all' then jsonb_build_object('kind', 'all')
      else jsonb_build_object('kind', r.scope, 'id', coalesce(r.things_id, r.label_id, r.info_model_id)) end) as content,
  coalesce((select d.name from things d where d.id = r.things_id), (select b.name from labels b where b.id = r.label_id),
    (select m.name from info_models m where m.id = r.info_model_id), '') as scope_name,
  (select count(*) from things t where t.tenant_id = r.tenant_id and ${WATCHES}) as things_num, r.author,
  (extract(epoch from r.created_at) * 1000)::bigint as created_time,
  (extract(epoch from r.updated_at) * 1000)::bigint as updated_time`;

export interface RuleRow
  extends Pick<AlarmRule, "rule_id" | "scope_name" | "things_num" | "author" | "created_time" | "updated_time"> {
  readonly content: RuleContent;
}

const shown = ({ content, ...row }: RuleRow): AlarmRule => ({ ...row, ...content });

/** A rule on a device is there for those who may read the device. */
export const isVisible = (caller: Caller): RawBuilder<boolean> =>
  sql<boolean>`(r.things_id is null or exists (select 1 from things t where t.id = r.things_id and ${mayRead(caller)}))`;

/** Undefined: not there, or on a device that the caller may not read. */
export async function findRule(db: Db, caller: Caller, id: string): Promise<AlarmRule | undefined> {
  const found = await sql<RuleRow>`select ${RULE_ROW} from alarm_rules r
    where r.tenant_id = ${caller.tenantId} and r.id = ${id} and ${isVisible(caller)}`.execute(db);
  return found.rows[0] && shown(found.rows[0]);
}

/** The caller's level on the device of a rule. */
export async function levelOnThing(db: Db, caller: Caller, thingsId: string): Promise<"none" | "read" | "write"> {
  const found = await sql<{ level: "none" | "read" | "write" }>`select ${levelOn(caller)} as level from things t
    where t.tenant_id = ${caller.tenantId} and t.id = ${thingsId}`.execute(db);
  return found.rows[0]?.level ?? "none";
}

/** One change of a tenant's rules at a time: names and counts are compared before a row is written. */
export async function lockRules(db: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${tenantId}, 34))`.execute(db);
}

export async function countRules(db: Db, { tenantId, userId }: Caller): Promise<{ own: number; tenant: number }> {
  const found = await sql<{ own: number; tenant: number }>`select count(*) filter (where author_id = ${userId}) as own,
    count(*) as tenant from alarm_rules where tenant_id = ${tenantId}`.execute(db);
  return found.rows[0] ?? { own: 0, tenant: 0 };
}

export async function hasName(db: Db, tenantId: string, name: string): Promise<boolean> {
  const found = await sql`select 1 from alarm_rules
    where tenant_id = ${tenantId} and lower(name) = lower(${name})`.execute(db);
  return found.rows.length > 0;
}

/** Undefined: the name is taken. */
export async function insertRule(
  db: Db,
  caller: Pick<Caller, "tenantId" | "userId" | "userName">,
  content: RuleContent,
): Promise<string | undefined> {
  const { name, level, share, enabled, scope, rest } = split(content);
  const made = await sql<{ id: string }>`insert into alarm_rules (tenant_id, name, scope, things_id, label_id,
      info_model_id, level, share, enabled, content, author_id, author)
    values (${caller.tenantId}, ${name}, ${scope.kind}, ${idIn(scope, "device")}, ${idIn(scope, "label")},
      ${idIn(scope, "type")}, ${level}, ${share}, ${enabled}, ${safeJson(rest)}::jsonb, ${caller.userId},
      ${caller.userName})
    on conflict (tenant_id, lower(name)) do nothing returning id`.execute(db);
  return made.rows[0]?.id;
}

/** False: another one has the name. */
export async function changeRule(
  db: Db,
  { tenantId, userId }: Pick<Caller, "tenantId" | "userId">,
  id: string,
  content: RuleContent,
): Promise<boolean> {
  const { name, level, share, enabled, scope, rest } = split(content);
  const done = await sql`update alarm_rules r set name = ${name}, scope = ${scope.kind},
      things_id = ${idIn(scope, "device")}, label_id = ${idIn(scope, "label")}, info_model_id = ${idIn(scope, "type")},
      level = ${level}, share = ${share}, enabled = ${enabled}, content = ${safeJson(rest)}::jsonb, saved_by = ${userId},
      version = version + 1, updated_at = now()
    where r.tenant_id = ${tenantId} and r.id = ${id} and not exists (select 1 from alarm_rules o
      where o.tenant_id = ${tenantId} and lower(o.name) = lower(${name}) and o.id <> r.id)`.execute(db);
  return (done.numAffectedRows ?? 0n) > 0n;
}

export async function setEnabled(db: Db, tenantId: string, id: string, enabled: boolean): Promise<void> {
  await sql`update alarm_rules set enabled = ${enabled}, version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id} and enabled <> ${enabled}`.execute(db);
}

/** The events of a rule that is no longer what it was are over. */
export async function endEventsOf(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update alarm_events set ended_us = (extract(epoch from now()) * 1000000)::bigint, end_reason = 'rule',
      lost_us = null
    where tenant_id = ${tenantId} and rule_id = ${id} and ended_us is null`.execute(db);
}

export async function removeRule(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`delete from alarm_rules where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

/** DBC-01: the rules with a condition on a signal of this DBC. */
export async function ruleUsesOfDbc(db: Db, tenantId: string, dbcId: string): Promise<DbcUse[]> {
  const found = await sql<{ id: string; name: string; signals: DbcUse["signals"] }>`select r.id, r.name,
      (select jsonb_agg(c) from jsonb_array_elements(r.content -> 'conditions') c where c ->> 'dbc_id' = ${dbcId})
        as signals
    from alarm_rules r where r.tenant_id = ${tenantId}
      and r.content -> 'conditions' @> jsonb_build_array(jsonb_build_object('dbc_id', ${dbcId}::text))
    order by lower(r.name)`.execute(db);
  return found.rows.map(({ id, name, signals }) => ({ kind: "rule", id, name, signals, revision: null }));
}

/** DEV-04: the rules on a device type. */
export const ruleUsesOfType: TypeUses = async (db, ownerId, typeId) => {
  const found = await sql<TypeUseCount>`select count(*) filter (where tenant_id = ${ownerId}) as own,
      count(*) filter (where tenant_id <> ${ownerId}) as others
    from alarm_rules where info_model_id = ${typeId}`.execute(db);
  return found.rows[0] ?? { own: 0, others: 0 };
};

/** DBC-08: names of the rules with a condition on this computed signal. */
export async function rulesOfComputed(db: Db, tenantId: string, computed: string): Promise<string[]> {
  const found = await sql<{ name: string }>`select r.name from alarm_rules r where r.tenant_id = ${tenantId}
      and r.content -> 'conditions' @> jsonb_build_array(jsonb_build_object('computed', ${computed}::text))
    order by lower(r.name)`.execute(db);
  return found.rows.map(({ name }) => name);
}

/** GPS-02: the rules with a condition on these fences, by fence. */
export async function rulesOfFences(
  db: Db,
  tenantId: string,
  fenceIds: readonly string[],
): Promise<ReadonlyMap<string, { rule_id: string; name: string }[]>> {
  if (fenceIds.length === 0) return new Map();
  const found = await sql<{ fence: string; rule_id: string; name: string }>`select distinct c ->> 'fence_id' as fence,
      r.id as rule_id, r.name, lower(r.name) as place
    from alarm_rules r, jsonb_array_elements(r.content -> 'conditions') c
    where r.tenant_id = ${tenantId} and c ->> 'fence_id' = any(${[...fenceIds]}::text[]) order by place`.execute(db);
  const byFence = Map.groupBy(found.rows, ({ fence }) => fence);
  return new Map([...byFence].map(([fence, rows]) => [fence, rows.map(({ rule_id, name }) => ({ rule_id, name }))]));
}

/** GPS-03: with another border the rules of a fence are other rules: states and events of the old ones end. */
export async function followFence(
  db: Db,
  tenantId: string,
  { fenceId, name, hasNewBorder }: { fenceId: string; name: string; hasNewBorder: boolean },
): Promise<void> {
  for (const { rule_id } of (await rulesOfFences(db, tenantId, [fenceId])).get(fenceId) ?? []) {
    await sql`update alarm_rules r set version = version + ${hasNewBorder ? 1 : 0},
        content = jsonb_set(content, '{conditions}', (select jsonb_agg(case when c ->> 'fence_id' = ${fenceId}
          then c || jsonb_build_object('fence_name', ${name}::text) else c end order by place)
          from jsonb_array_elements(content -> 'conditions') with ordinality as x (c, place)))
      where r.tenant_id = ${tenantId} and r.id = ${rule_id}`.execute(db);
    if (hasNewBorder) await endEventsOf(db, tenantId, rule_id);
  }
}

function split({ name, level, share, enabled, scope, ...rest }: RuleContent) {
  return { name, level, share, enabled, scope, rest };
}

const idIn = (scope: RuleContent["scope"], kind: RuleContent["scope"]["kind"]): string | null =>
  scope.kind !== "all" && scope.kind === kind ? scope.id : null;
