import type { PushContent, PushRule } from "@canopy/contract/push/rules";
import type { PushScope, PushSource } from "@canopy/contract/push/source";
import type { DbcUse } from "@canopy/contract/signals/dbc-uses";
import { type RawBuilder, sql } from "kysely";
import { hasGroup } from "../devices/types/has-group.ts";
import type { TypeUseCount, TypeUses } from "../devices/types/type-uses.ts";
import { safeJson } from "../platform/postgres/safe-json.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { seal, unseal } from "../platform/seal.ts";

const PURPOSE = "push secret";

/** Whether the rule `r` forwards data of the device `t`. */
export const FORWARDS = sql<boolean>`(r.scope = 'all' or t.id = any(r.things_ids) or r.info_model_id = t.info_model_id
  or exists (select 1 from thing_labels x where x.things_id = t.id and x.label_id = r.label_id))`;

const SCOPE = sql`case r.scope when 'all' then jsonb_build_object('kind', 'all')
  when 'devices' then jsonb_build_object('kind', 'devices', 'ids', to_jsonb(r.things_ids))
  else jsonb_build_object('kind', r.scope, 'id', coalesce(r.label_id, r.info_model_id)) end`;

const msOf = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000)::bigint`;

const RULE_ROW = sql`r.id as rule_id, r.name, ${SCOPE} as scope, r.source, r.template, r.url, r.enabled, r.stopped,
  r.secret as sealed,
  coalesce((select b.name from labels b where b.id = r.label_id), (select m.name from info_models m
    where m.id = r.info_model_id), (select d.name from things d where cardinality(r.things_ids) = 1
    and d.id = r.things_ids[1] and d.tenant_id = r.tenant_id), '') as scope_name,
  (select count(*) from things t where t.tenant_id = r.tenant_id and ${FORWARDS}) as things_num, r.author,
  ${msOf(sql`r.created_at`)} as created_time, ${msOf(sql`r.updated_at`)} as updated_time,
  (select count(*) from push_deliveries d where d.rule_id = r.id and d.state in ('waiting', 'sending')) as waiting,
  (select count(*) from push_deliveries d where d.rule_id = r.id and d.state = 'failed') as failed,
  (select count(*) from push_deliveries d where d.rule_id = r.id and d.state = 'sent'
    and d.sent_at > now() - interval '24 hours') as sent_24h,
  (select ${msOf(sql`max(d.sent_at)`)} from push_deliveries d where d.rule_id = r.id and d.state = 'sent')
    as last_sent_time,
  case when r.rest_until > now() then ${msOf(sql`r.rest_until`)} end as rest_time, r.lost,
  r.lost_from_us / 1000 as lost_from_time, r.lost_to_us / 1000 as lost_to_time`;

interface RuleReader {
  readonly db: Db;
  /** Of the installation. */
  readonly secret: string;
}

type RuleRow = Omit<PushRule, "secret_lost"> & { readonly sealed: Buffer };

const shownOf = (installation: string, { sealed, ...row }: RuleRow): PushRule => ({
  ...row,
  secret_lost: openSecret(installation, sealed) === undefined,
});

export async function findPushRule(
  { db, secret }: RuleReader,
  tenantId: string,
  id: string,
): Promise<PushRule | undefined> {
  const found = await sql<RuleRow>`select ${RULE_ROW} from push_rules r
    where r.tenant_id = ${tenantId} and r.id = ${id}`.execute(db);
  return found.rows.map((row) => shownOf(secret, row))[0];
}

interface RuleQuery {
  readonly current_page: number;
  readonly page_size: number;
  readonly keyword: string;
  readonly enabled?: "true" | "false" | undefined;
}

export async function pushRulesOf(
  { db, secret }: RuleReader,
  tenantId: string,
  { current_page, page_size, keyword, enabled }: RuleQuery,
): Promise<{ list: PushRule[]; total: number }> {
  const pattern = `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
  const wanted = sql`r.tenant_id = ${tenantId} and (r.name ilike ${pattern} or r.url ilike ${pattern})
    and (${enabled ?? null}::boolean is null or r.enabled = ${enabled ?? null}::boolean)`;
  const found = await sql<RuleRow>`select ${RULE_ROW} from push_rules r where ${wanted}
    order by lower(r.name), r.id limit ${page_size} offset ${(current_page - 1) * page_size}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*) as total from push_rules r where ${wanted}`.execute(db);
  return { list: found.rows.map((row) => shownOf(secret, row)), total: counted.rows[0]?.total ?? 0 };
}

export async function countPushRules(db: Db, tenantId: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from push_rules
    where tenant_id = ${tenantId}`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** One change of a tenant's rules at a time: names and counts are compared before a row is written. */
export async function lockPushRules(db: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${tenantId}, 60))`.execute(db);
}

/** Undefined: the name is taken. */
export async function insertPushRule(
  db: Db,
  owner: { readonly tenantId: string; readonly userName: string },
  content: PushContent,
  sealed: Buffer,
): Promise<string | undefined> {
  const { name, enabled, source, template, url, scope } = content;
  const made = await sql<{ id: string }>`insert into push_rules (tenant_id, name, enabled, kind, scope, things_ids,
      label_id, info_model_id, source, template, url, secret, author)
    values (${owner.tenantId}, ${name}, ${enabled}, ${source.kind}, ${scope.kind}, ${idsIn(scope)}::uuid[],
      ${idIn(scope, "label")}, ${idIn(scope, "type")}, ${safeJson(source)}::jsonb, ${template}, ${url}, ${sealed},
      ${owner.userName})
    on conflict (tenant_id, lower(name)) do nothing returning id`.execute(db);
  return made.rows[0]?.id;
}

/** False: another one has the name. The rule begins anew with the devices it reads. */
export async function changePushRule(
  db: Db,
  tenantId: string,
  id: string,
  content: PushContent,
  sealed: Buffer | null,
): Promise<boolean> {
  const { name, enabled, source, template, url, scope } = content;
  const done = await sql`update push_rules r set name = ${name}, enabled = ${enabled}, stopped = null,
      kind = ${source.kind}, scope = ${scope.kind}, things_ids = ${idsIn(scope)}::uuid[],
      label_id = ${idIn(scope, "label")}, info_model_id = ${idIn(scope, "type")}, source = ${safeJson(source)}::jsonb,
      template = ${template}, url = ${url}, secret = coalesce(${sealed}, secret), failures = 0,
      rest_until = '-infinity', updated_at = clock_timestamp()
    where r.tenant_id = ${tenantId} and r.id = ${id} and not exists (select 1 from push_rules o
      where o.tenant_id = ${tenantId} and lower(o.name) = lower(${name}) and o.id <> r.id)`.execute(db);
  await sql`delete from push_marks where tenant_id = ${tenantId} and rule_id = ${id}`.execute(db);
  return (done.numAffectedRows ?? 0n) > 0n;
}

export async function enablePush(db: Db, tenantId: string, id: string, enabled: boolean): Promise<void> {
  await sql`update push_rules set enabled = ${enabled}, stopped = null, failures = 0, rest_until = '-infinity',
      updated_at = clock_timestamp()
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export async function removePushRule(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`delete from push_rules where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

/** Whether the tenant has this label or type, or all of these devices. */
export async function hasPushScope(db: Db, tenantId: string, scope: PushScope): Promise<boolean> {
  if (scope.kind === "all") return true;
  if (scope.kind !== "devices") return hasGroup(db, tenantId, scope.kind, scope.id);
  const ids = [...new Set(scope.ids.map((id) => id.toLowerCase()))];
  const found = await sql<{ count: number }>`select count(*) as count from things
    where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`.execute(db);
  return found.rows[0]?.count === ids.length;
}

export const sealSecret = (installation: string, secret: string): Buffer => seal(installation, PURPOSE, secret);

/** Undefined: it was sealed under another secret of the installation. */
export function openSecret(installation: string, sealed: Uint8Array): string | undefined {
  const opened = unseal(installation, PURPOSE, sealed);
  return typeof opened === "string" ? opened : undefined;
}

export async function secretOf(db: Db, tenantId: string, id: string): Promise<Buffer | undefined> {
  const found = await sql<{ secret: Buffer }>`select secret from push_rules
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
  return found.rows[0]?.secret;
}

/** DEV-04: the rules on a device type. */
export const pushUsesOfType: TypeUses = async (db, ownerId, typeId) => {
  const found = await sql<TypeUseCount>`select count(*) filter (where tenant_id = ${ownerId}) as own,
      count(*) filter (where tenant_id <> ${ownerId}) as others
    from push_rules where info_model_id = ${typeId}`.execute(db);
  return found.rows[0] ?? { own: 0, others: 0 };
};

/** DBC-01: the rules that forward signals of this DBC. */
export async function pushUsesOfDbc(db: Db, tenantId: string, dbcId: string): Promise<DbcUse[]> {
  const found = await sql<{ id: string; name: string; source: PushSource }>`select r.id, r.name, r.source
    from push_rules r where r.tenant_id = ${tenantId} and r.kind = 'signals'
      and r.source -> 'signals' @> jsonb_build_array(jsonb_build_object('dbc_id', ${dbcId}::text))
    order by lower(r.name)`.execute(db);
  return found.rows.map(({ id, name, source }) => {
    const all = source.kind === "signals" ? source.signals : [];
    const signals = all
      .filter(({ dbc_id }) => dbc_id === dbcId)
      .map(({ message_id, is_extended, signal }) => ({ message_id, is_extended, signal }));
    return { kind: "push", id, name, signals, revision: null };
  });
}

const idsIn = (scope: PushScope): string[] => (scope.kind === "devices" ? scope.ids : []);

const idIn = (scope: PushScope, kind: "label" | "type"): string | null => (scope.kind === kind ? scope.id : null);
