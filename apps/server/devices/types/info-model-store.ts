import type { InfoModel, NewInfoModel, TYPE_ORDERS } from "@canopy/contract/devices/info-models";
import { type RawBuilder, sql } from "kysely";
import { contains } from "../../accounts/tenant-store.ts";
import { type Ordered, orderedBy } from "../../platform/postgres/order-by.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { TypeUseCount, TypeUses } from "./type-uses.ts";

/** A tenant's own types, and those that the platform or its merchant offers (DEV-04, to_public); `m` is the type. */
export function visibleType(tenantId: string): RawBuilder<boolean> {
  return sql<boolean>`(m.tenant_id = ${tenantId} or (m.is_public and m.tenant_id in (
    select p.id from tenants p where p.kind = 'platform' or p.id =
      (select o.merchant_id from tenants o where o.id = ${tenantId}))))`;
}

/** Of a type that others use too, a tenant sees its own devices only. */
const ownThings = (tenantId: string) =>
  sql`(select count(*) from things t where t.tenant_id = ${tenantId} and t.info_model_id = m.id)`;

function columns(tenantId: string): RawBuilder<unknown> {
  return sql`m.id, m.name, m.keyword, m.is_public, m.tenant_id = ${tenantId} as own, m.data_groups, m.version,
    ${ownThings(tenantId)} as things_num`;
}

type TypeOrder = (typeof TYPE_ORDERS)[number];
const orders = (tenantId: string): Readonly<Record<TypeOrder, RawBuilder<unknown>>> => ({
  name: sql`lower(m.name)`,
  keyword: sql`lower(m.keyword)`,
  things_num: ownThings(tenantId),
  own: sql`m.tenant_id = ${tenantId}`,
  is_public: sql`m.is_public`,
});

export interface TypeQuery extends Ordered<TypeOrder> {
  current_page: number;
  page_size: number;
  keyword: string;
  to_public: boolean;
}

export async function listTypes(
  db: Db,
  tenantId: string,
  query: TypeQuery,
): Promise<{ list: InfoModel[]; total: number }> {
  const whose = query.to_public ? visibleType(tenantId) : sql`m.tenant_id = ${tenantId}`;
  const found = await sql<InfoModel & { total: number }>`
    select ${columns(tenantId)}, count(*) over () as total from info_models m
    where ${whose} and (m.keyword = ${query.keyword} or m.name ilike ${contains(query.keyword)})
    order by ${orderedBy(orders(tenantId), query, sql`m.name, m.id`)} limit ${query.page_size} offset ${(query.current_page - 1) * query.page_size}`.execute(
    db,
  );
  return { list: found.rows, total: found.rows[0]?.total ?? 0 };
}

export async function findType(db: Db, tenantId: string, id: string): Promise<InfoModel | undefined> {
  const found = await sql<InfoModel>`select ${columns(tenantId)} from info_models m
    where m.id = ${id} and ${visibleType(tenantId)}`.execute(db);
  return found.rows[0];
}

/** For an import, which knows names. One's own comes first. */
export async function findTypeByName(db: Db, tenantId: string, name: string): Promise<InfoModel | undefined> {
  const found = await sql<InfoModel>`select ${columns(tenantId)} from info_models m
    where lower(m.name) = lower(${name}) and ${visibleType(tenantId)} order by own desc limit 1`.execute(db);
  return found.rows[0];
}

export async function countTypes(db: Db, tenantId: string): Promise<number> {
  const counted = await sql<{ total: number }>`select count(*) as total from info_models
    where tenant_id = ${tenantId}`.execute(db);
  return counted.rows[0]?.total ?? 0;
}

/** Undefined where the tenant has a type of this name. */
export async function insertType(db: Db, tenantId: string, type: NewInfoModel): Promise<InfoModel | undefined> {
  const made = await sql<InfoModel>`
    insert into info_models as m (tenant_id, name, keyword, is_public, data_groups)
    values (${tenantId}, ${type.name}, ${type.keyword}, ${type.is_public}, ${JSON.stringify(type.data_groups)}::jsonb)
    on conflict (tenant_id, lower(name)) do nothing returning ${columns(tenantId)}`.execute(db);
  return made.rows[0];
}

/** In a transaction of the caller's: the version holds until it ends. */
export async function lockTypeVersion(db: Db, tenantId: string, id: string): Promise<number | undefined> {
  const found = await sql<{ version: number }>`select version from info_models
    where tenant_id = ${tenantId} and id = ${id} for update`.execute(db);
  return found.rows[0]?.version;
}

/** Undefined where another type of the tenant has this name. */
export async function updateType(
  db: Db,
  tenantId: string,
  id: string,
  type: NewInfoModel,
): Promise<InfoModel | undefined> {
  const changed = await sql<InfoModel>`update info_models m set name = ${type.name}, keyword = ${type.keyword},
    is_public = ${type.is_public}, data_groups = ${JSON.stringify(type.data_groups)}::jsonb,
    version = m.version + 1, updated_at = now()
    where m.tenant_id = ${tenantId} and m.id = ${id} and not exists (select 1 from info_models o
      where o.tenant_id = ${tenantId} and lower(o.name) = lower(${type.name}) and o.id <> ${id})
    returning ${columns(tenantId)}`.execute(db);
  return changed.rows[0];
}

/** How many devices have this type. */
export const countUses: TypeUses = async (db, ownerId, typeId) => {
  const counted = await sql<TypeUseCount>`select count(*) filter (where t.tenant_id = ${ownerId}) as own,
      count(*) filter (where t.tenant_id <> ${ownerId}) as others
    from things t where t.info_model_id = ${typeId}`.execute(db);
  return counted.rows[0] ?? { own: 0, others: 0 };
};

/** Its devices stay and become untyped. */
export async function deleteType(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`delete from info_models where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}
