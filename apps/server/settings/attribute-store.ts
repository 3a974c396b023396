import { type ATTRIBUTE_TYPES, type Customisation, customisation } from "@canopy/contract/settings/attributes";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

export interface AttributeKey {
  platform: string;
  attribute_type: (typeof ATTRIBUTE_TYPES)[number];
  attribute_key: string;
}

export interface Attribute extends AttributeKey {
  id: string;
  attribute: Record<string, unknown>;
}

const COLUMNS = sql`a.id, a.platform, a.attribute_type, a.attribute_key, a.attribute`;

export async function findAttribute(
  db: Db,
  owner: { tenantId: string; userId: string },
  key: AttributeKey,
): Promise<Attribute | null> {
  const found = await sql<Attribute>`select ${COLUMNS} from user_attributes a
    where a.tenant_id = ${owner.tenantId} and a.user_id = ${owner.userId} and a.platform = ${key.platform}
      and a.attribute_type = ${key.attribute_type} and a.attribute_key = ${key.attribute_key}`.execute(db);
  return found.rows[0] ?? null;
}

/** NAV-08: a sub-user without a value of its own inherits the primary account's. */
export async function findParentAttribute(db: Db, tenantId: string, key: AttributeKey): Promise<Attribute | null> {
  const found = await sql<Attribute>`select ${COLUMNS} from user_attributes a join users u on u.id = a.user_id
    where a.tenant_id = ${tenantId} and u.role <> 'sub' and a.platform = ${key.platform}
      and a.attribute_type = ${key.attribute_type} and a.attribute_key = ${key.attribute_key}
    order by u.created_at limit 1`.execute(db);
  return found.rows[0] ?? null;
}

/** Stores a value; a second POST of the same key replaces the first, so that two tabs do not fail each other. */
export async function storeAttribute(
  db: Db,
  owner: { tenantId: string; userId: string },
  value: Omit<Attribute, "id">,
): Promise<Attribute> {
  const made = await sql<Attribute>`
    insert into user_attributes as a (tenant_id, user_id, platform, attribute_type, attribute_key, attribute)
    values (${owner.tenantId}, ${owner.userId}, ${value.platform}, ${value.attribute_type}, ${value.attribute_key},
      ${JSON.stringify(value.attribute)}::jsonb)
    on conflict (tenant_id, user_id, platform, attribute_type, attribute_key)
      do update set attribute = excluded.attribute, updated_at = now()
    returning ${COLUMNS}`.execute(db);
  const row = made.rows[0];
  if (!row) throw new Error("an upsert returned no row");
  return row;
}

export async function updateAttribute(
  db: Db,
  owner: { tenantId: string; userId: string },
  id: string,
  attribute: Record<string, unknown>,
): Promise<Attribute | null> {
  const changed = await sql<Attribute>`update user_attributes a
    set attribute = ${JSON.stringify(attribute)}::jsonb, updated_at = now()
    where a.tenant_id = ${owner.tenantId} and a.user_id = ${owner.userId} and a.id = ${id}
    returning ${COLUMNS}`.execute(db);
  return changed.rows[0] ?? null;
}

/**
 * NAV-08: what a tenant's sign-in page shows, by the tenant's name; undefined where there is none, or it is closed. Of two
 * names that differ in case the exact one counts.
 */
export async function findLook(db: Db, company: string): Promise<Customisation | undefined> {
  const found = await sql<{ attribute: unknown }>`select a.attribute from user_attributes a
    join users u on u.id = a.user_id
    where a.tenant_id = (select t.id from tenants t where lower(t.name) = lower(${company}) and t.state = 'active'
        order by t.name = ${company} desc, t.created_at limit 1)
      and u.role <> 'sub'
      and a.platform = 'candtu' and a.attribute_type = 'systemConfig' and a.attribute_key = ''
    order by u.created_at limit 1`.execute(db);
  return found.rows[0] && customisation.safeParse(found.rows[0].attribute).data;
}
