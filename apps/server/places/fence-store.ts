import type { FenceKind, FenceShape } from "@canopy/contract/places/fence-shape";
import type { FenceContent, FenceRow } from "@canopy/contract/places/fences";
import type { NearFence } from "@canopy/contract/places/fences-near";
import { sql } from "kysely";
import { safeJson } from "../platform/postgres/safe-json.ts";
import type { Db } from "../platform/postgres/schema.ts";

const ROW = sql`f.id as fence_id, f.name, f.region, f.shape, f.author,
  (extract(epoch from f.created_at) * 1000)::bigint as created_time,
  (extract(epoch from f.updated_at) * 1000)::bigint as updated_time`;

export type StoredFence = Omit<FenceRow, "rules">;

export interface FenceFilter {
  readonly keyword: string;
  readonly kind?: FenceKind | undefined;
  readonly limit: number;
  readonly offset: number;
}

export async function fencesOf(
  db: Db,
  tenantId: string,
  { keyword, kind = undefined, limit, offset }: FenceFilter,
): Promise<{ list: StoredFence[]; total: number }> {
  const found = sql`from fences f where f.tenant_id = ${tenantId}
    and position(lower(${keyword}) in lower(concat_ws(' ', f.name, f.region))) > 0
    and (${kind ?? null}::text is null or f.shape ->> 'kind' = ${kind ?? null})`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db);
  const page = await sql<StoredFence>`select ${ROW} ${found}
    order by lower(f.name), f.id limit ${limit} offset ${offset}`.execute(db);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findFence(db: Db, tenantId: string, id: string): Promise<StoredFence | undefined> {
  const found = await sql<StoredFence>`select ${ROW} from fences f
    where f.tenant_id = ${tenantId} and f.id = ${id}`.execute(db);
  return found.rows[0];
}

/** GPS-03: the borders that rules name; those that are gone are left out. */
export async function fenceShapes(
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FenceShape>> {
  const found = await sql<{ id: string; shape: FenceShape }>`select f.id, f.shape from fences f
    where f.tenant_id = ${tenantId} and f.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(found.rows.map(({ id, shape }) => [id, shape]));
}

/** When each fence of a tenant was changed, as text with every digit. */
export async function fenceVersions(db: Db, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const found = await sql<{ id: string; version: string }>`select id, updated_at::text as version from fences
    where tenant_id = ${tenantId}`.execute(db);
  return new Map(found.rows.map(({ id, version }) => [id, version]));
}

export async function fencesById(db: Db, tenantId: string, ids: readonly string[]): Promise<NearFence[]> {
  const found = await sql<NearFence>`select f.id as fence_id, f.name, f.shape from fences f
    where f.tenant_id = ${tenantId} and f.id = any(${[...ids]}::uuid[])`.execute(db);
  return found.rows;
}

/** A rule that names a fence waits for its deletion, and a deletion for the rule; gives their names. */
export async function lockFences(
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await sql<{ id: string; name: string }>`select id, name from fences
    where tenant_id = ${tenantId} and id = any(${[...ids]}::uuid[]) order by id for update`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

/** One change of a tenant's fences at a time: names and their number are compared before a row is written. */
export async function lockFenceNames(db: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${tenantId}, 38))`.execute(db);
}

export async function countFences(db: Db, tenantId: string): Promise<number> {
  const found = await sql<{ n: number }>`select count(*) as n from fences where tenant_id = ${tenantId}`.execute(db);
  return found.rows[0]?.n ?? 0;
}

/** Undefined: the name is taken. */
export async function insertFence(
  db: Db,
  { tenantId, userName }: { readonly tenantId: string; readonly userName: string },
  { name, region, shape }: FenceContent,
): Promise<string | undefined> {
  const made = await sql<{ id: string }>`insert into fences (tenant_id, name, region, shape, author)
    values (${tenantId}, ${name}, ${region}, ${safeJson(shape)}::jsonb, ${userName})
    on conflict (tenant_id, lower(name)) do nothing returning id`.execute(db);
  return made.rows[0]?.id;
}

/** False: another one has the name. */
export async function changeFence(
  db: Db,
  tenantId: string,
  id: string,
  { name, region, shape }: FenceContent,
): Promise<boolean> {
  const done = await sql`update fences f set name = ${name}, region = ${region}, shape = ${safeJson(shape)}::jsonb,
      updated_at = now()
    where f.tenant_id = ${tenantId} and f.id = ${id} and not exists (select 1 from fences o
      where o.tenant_id = ${tenantId} and lower(o.name) = lower(${name}) and o.id <> f.id)`.execute(db);
  return (done.numAffectedRows ?? 0n) > 0n;
}

export async function removeFence(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`delete from fences where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

/** Lower-case names that begin like this one. */
export async function namesLike(db: Db, tenantId: string, start: string): Promise<ReadonlySet<string>> {
  const found = await sql<{ name: string }>`select lower(name) as name from fences
    where tenant_id = ${tenantId} and starts_with(lower(name), lower(${start}))`.execute(db);
  return new Set(found.rows.map(({ name }) => name));
}
