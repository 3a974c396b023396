import type { OutputContent } from "@canopy/contract/outputs/output-content";
import type { Output } from "@canopy/contract/outputs/outputs";
import { type RawBuilder, sql } from "kysely";
import type { TypeUseCount, TypeUses } from "../devices/types/type-uses.ts";
import type { Caller } from "../platform/http/caller.ts";
import { safeJson } from "../platform/postgres/safe-json.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { seal, unseal } from "../platform/seal.ts";
import { type RunRow, runShown } from "./run-store.ts";

const PURPOSE = "output bucket";

/** As it is stored: the secret of the bucket stands apart. */
export type StoredContent = Omit<OutputContent, "name" | "enabled">;

interface OutputRow {
  readonly id: string;
  readonly name: string;
  readonly author: string;
  readonly content: StoredContent;
  readonly enabled: boolean;
  readonly stopped: "owner" | null;
  readonly scope_name: string;
  readonly things_num: number;
  readonly next_time: number | null;
  readonly created_time: number;
  readonly last_run: RunRow | null;
}

const msOf = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000)::bigint`;

/** Whether the device `t` is one of a scope, which is a JSON value. */
export const inScope = (scope: RawBuilder<unknown>) => sql<boolean>`(${scope} ->> 'kind' = 'all'
  or (${scope} ->> 'kind' = 'devices' and ${scope} -> 'ids' @> to_jsonb(t.id))
  or (${scope} ->> 'kind' = 'type' and t.info_model_id::text = ${scope} ->> 'id')
  or (${scope} ->> 'kind' = 'label' and exists (select 1 from thing_labels x
    where x.things_id = t.id and x.label_id::text = ${scope} ->> 'id')))`;

const SCOPE = sql`o.content -> 'scope'`;

const ROW = sql`o.id, o.name, o.author, o.content, o.enabled, o.stopped, ${msOf(sql`o.next_at`)} as next_time,
  ${msOf(sql`o.created_at`)} as created_time,
  coalesce((select b.name from labels b where b.tenant_id = o.tenant_id and b.id::text = ${SCOPE} ->> 'id'),
    (select m.name from info_models m where (m.tenant_id = o.tenant_id or m.is_public) and m.id::text = ${SCOPE} ->> 'id'),
    (select d.name from things d where d.tenant_id = o.tenant_id and jsonb_array_length(${SCOPE} -> 'ids') = 1
      and ${SCOPE} -> 'ids' ->> 0 = d.id::text), '') as scope_name,
  (select count(*) from things t where t.tenant_id = o.tenant_id and ${inScope(SCOPE)}) as things_num,
  (select to_jsonb(r) from (${runShown(sql`r.output_id = o.id and r.tenant_id = o.tenant_id`)}
    order by r.created_at desc, r.id limit 1) r) as last_run`;

/** A manager's are those of the whole tenant. */
const ofCaller = (caller: Caller) =>
  sql`o.tenant_id = ${caller.tenantId} and (${caller.role !== "sub"} or o.user_id = ${caller.userId})`;

const shownOf = ({ id, content, ...row }: OutputRow): Output => ({
  ...content,
  ...row,
  output_id: id,
});

export async function findOutput(db: Db, caller: Caller, id: string): Promise<Output | undefined> {
  const found = await sql<OutputRow>`select ${ROW} from outputs o where ${ofCaller(caller)} and o.id = ${id}`.execute(
    db,
  );
  return found.rows.map(shownOf)[0];
}

interface OutputQuery {
  readonly current_page: number;
  readonly page_size: number;
  readonly keyword: string;
}

export async function outputsOf(
  db: Db,
  caller: Caller,
  { current_page, page_size, keyword }: OutputQuery,
): Promise<{ list: Output[]; total: number }> {
  const wanted = sql`${ofCaller(caller)} and position(lower(${keyword}) in lower(o.name)) > 0`;
  const found = await sql<OutputRow>`select ${ROW} from outputs o where ${wanted}
    order by lower(o.name), o.id limit ${page_size} offset ${(current_page - 1) * page_size}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*) as total from outputs o where ${wanted}`.execute(db);
  return { list: found.rows.map(shownOf), total: counted.rows[0]?.total ?? 0 };
}

export async function countOutputs(db: Db, tenantId: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from outputs
    where tenant_id = ${tenantId}`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** DEV-04: the outputs of the devices of a type. */
export const outputUsesOfType: TypeUses = async (db, ownerId, typeId) => {
  const found = await sql<TypeUseCount>`select count(*) filter (where o.tenant_id = ${ownerId}) as own,
      count(*) filter (where o.tenant_id <> ${ownerId}) as others
    from outputs o where ${SCOPE} ->> 'kind' = 'type' and lower(${SCOPE} ->> 'id') = lower(${typeId})`.execute(db);
  return found.rows[0] ?? { own: 0, others: 0 };
};

/** One change of a tenant's outputs at a time: names and counts are compared before a row is written. */
export async function lockOutputs(db: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${tenantId}, 95))`.execute(db);
}

export interface WantedOutput {
  readonly name: string;
  readonly content: StoredContent;
  /** Null: the one that is kept, if any. */
  readonly sealed: Buffer | null;
  /** Null: it is paused. */
  readonly nextMs: number | null;
}

/** Undefined: the name is taken. */
export async function insertOutput(db: Db, owner: Caller, wanted: WantedOutput): Promise<string | undefined> {
  const { name, content, sealed, nextMs } = wanted;
  const made = await sql<{ id: string }>`insert into outputs (tenant_id, user_id, author, name, content, bucket_secret,
      enabled, next_at)
    values (${owner.tenantId}, ${owner.userId}, ${owner.userName}, ${name}, ${safeJson(content)}::jsonb, ${sealed},
      ${nextMs !== null}, ${timeOf(nextMs)})
    on conflict (tenant_id, lower(name)) do nothing returning id`.execute(db);
  return made.rows[0]?.id;
}

/** False: another one has the name. Without a bucket its secret goes too. */
export async function changeOutput(db: Db, owner: Caller, id: string, wanted: WantedOutput): Promise<boolean> {
  const { name, content, sealed, nextMs } = wanted;
  const kept = content.bucket === null ? sql`null` : sql`coalesce(${sealed}::bytea, bucket_secret)`;
  const done = await sql`update outputs o set user_id = ${owner.userId}, author = ${owner.userName}, name = ${name},
      content = ${safeJson(content)}::jsonb, bucket_secret = ${kept}, enabled = ${nextMs !== null}, stopped = null,
      next_at = ${timeOf(nextMs)}
    where o.tenant_id = ${owner.tenantId} and o.id = ${id} and not exists (select 1 from outputs p
      where p.tenant_id = ${owner.tenantId} and lower(p.name) = lower(${name}) and p.id <> o.id)`.execute(db);
  return (done.numAffectedRows ?? 0n) > 0n;
}

export async function planOutput(db: Db, tenantId: string, id: string, nextMs: number | null): Promise<void> {
  await sql`update outputs set enabled = ${nextMs !== null}, next_at = ${timeOf(nextMs)}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export async function stopOutput(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update outputs set enabled = false, next_at = null, stopped = 'owner'
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export async function removeOutput(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`delete from outputs where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

/** An output as it is run. */
export interface WorkOutput {
  readonly id: string;
  readonly tenantId: string;
  /** Null: its owner is gone. */
  readonly userId: string | null;
  readonly name: string;
  readonly content: StoredContent;
  readonly sealed: Buffer | null;
  readonly nextMs: number | null;
}

const WORK = sql`o.id, o.tenant_id as "tenantId", o.user_id as "userId", o.name, o.content,
  o.bucket_secret as sealed, ${msOf(sql`o.next_at`)} as "nextMs"`;

export async function workOutput(db: Db, tenantId: string, id: string): Promise<WorkOutput | undefined> {
  const found = await sql<WorkOutput>`select ${WORK} from outputs o
    where o.tenant_id = ${tenantId} and o.id = ${id}`.execute(db);
  return found.rows[0];
}

/** Of all tenants, in a transaction: one whose turn has come, which nobody else takes meanwhile. */
export async function takeDueOutput(db: Db, nowMs: number): Promise<WorkOutput | undefined> {
  const found = await sql<WorkOutput>`select ${WORK} from outputs o
    where o.next_at <= ${new Date(nowMs)}
      and exists (select 1 from tenants t where t.id = o.tenant_id and t.state = 'active')
    order by o.next_at limit 1 for update of o skip locked`.execute(db);
  return found.rows[0];
}

export const sealBucket = (installation: string, secret: string): Buffer => seal(installation, PURPOSE, secret);

export function openBucketSecret(installation: string, sealed: Uint8Array | null): string {
  const opened = sealed === null ? undefined : unseal(installation, PURPOSE, sealed);
  if (typeof opened !== "string") throw new Error("the secret of a bucket was sealed by another installation");
  return opened;
}

const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms));
