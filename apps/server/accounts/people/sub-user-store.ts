import { type DefaultRole, defaultRole, type SUB_USER_ORDERS, type SubUser } from "@canopy/contract/accounts/sub-users";
import type { Level } from "@canopy/contract/platform/endpoint";
import { type RawBuilder, sql } from "kysely";
import { type Ordered, orderedBy } from "../../platform/postgres/order-by.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { contains, type Page } from "../tenant-store.ts";

const ms = (time: RawBuilder<unknown>) => sql`(extract(epoch from ${time}) * 1000)::bigint`;

/** Counts and sessions of the rows of one page only. */
const COLUMNS = sql`u.id, u.name, u.name || '@' || p.name as sign_in_name, coalesce(u.phone, '') as phone,
  coalesce(u.email, '') as email, u.description, u.tenant_level, u.is_first_password,
  ${ms(sql`u.created_at`)} as created_time, g.readable, g.read_write, ${ms(sql`s.seen`)} as last_seen_time,
  ${ms(sql`s.since`)} as signed_in_time,
  coalesce(s.since < greatest(u.rights_changed_at, g.changed_at), false) as is_outdated`;

const PARTS = sql`
  cross join lateral (select count(*) filter (where l.level = 'read' and l.until_at = 'infinity')::int as readable,
      count(*) filter (where l.level = 'write' and l.until_at = 'infinity')::int as read_write,
      greatest(max(l.from_at) filter (where isfinite(l.from_at)), max(l.until_at) filter (where isfinite(l.until_at))) as changed_at
    from device_levels l where l.user_id = u.id) g
  cross join lateral (select min(o.created_at) as since, max(o.last_seen_at) as seen
    from sessions o where o.tenant_id = u.tenant_id and o.user_id = u.id and o.expires_at > now()) s`;

const PRIMARY = sql`(select name from users where tenant_id = u.tenant_id and role <> 'sub' order by created_at limit 1)`;

type SubUserOrder = (typeof SUB_USER_ORDERS)[number];
const ORDERS: Readonly<Record<SubUserOrder, RawBuilder<unknown>>> = {
  name: sql`lower(u.name)`,
  phone: sql`nullif(u.phone, '')`,
  email: sql`lower(nullif(u.email, ''))`,
  tenant_level: sql`array_position(array['none', 'read', 'write'], u.tenant_level::text)`,
  created_time: sql`u.created_at`,
  last_seen_time: sql`(select max(o.last_seen_at) from sessions o
    where o.tenant_id = u.tenant_id and o.user_id = u.id and o.expires_at > now())`,
};

export async function listSubUserRows(
  db: Db,
  tenantId: string,
  page: Page & Ordered<SubUserOrder>,
): Promise<{ list: SubUser[]; total: number; used: number }> {
  const word = contains(page.keyword);
  const order = orderedBy(ORDERS, page, sql`u.created_at desc, u.id`);
  const found = await sql<SubUser & { total: number }>`
    with page as materialized (select u.*, count(*) over () as total, row_number() over (order by ${order}) as place
      from users u
      where u.tenant_id = ${tenantId} and u.role = 'sub' and (u.name ilike ${word} or u.phone like ${word})
      order by place limit ${page.page_size} offset ${(page.current_page - 1) * page.page_size})
    select ${COLUMNS}, u.total from page u cross join lateral (select ${PRIMARY} as name) p ${PARTS}
    order by u.place`.execute(db);
  const list = found.rows.map(({ total: _, ...row }) => row);
  return { list, total: found.rows[0]?.total ?? 0, used: await countSubUsers(db, tenantId) };
}

export async function countSubUsers(db: Db, tenantId: string): Promise<number> {
  const found = await sql<{ used: number }>`select count(*)::int as used from users
    where tenant_id = ${tenantId} and role = 'sub'`.execute(db);
  return found.rows[0]?.used ?? 0;
}

export async function findSubUser(db: Db, tenantId: string, userId: string): Promise<SubUser | undefined> {
  const found = await sql<SubUser>`select ${COLUMNS}
    from users u cross join lateral (select ${PRIMARY} as name) p ${PARTS}
    where u.tenant_id = ${tenantId} and u.id = ${userId} and u.role = 'sub'`.execute(db);
  return found.rows[0];
}

export interface NewSubUser {
  readonly tenantId: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly description: string;
  readonly level: Level | "none";
  readonly passwordHash: string;
}

/** Undefined: the tenant has one of this name. */
export async function insertSubUser(db: Db, user: NewSubUser): Promise<string | undefined> {
  const made = await sql<{ id: string }>`insert into users
      (tenant_id, name, role, tenant_level, password_hash, phone, email, nick_name, description, is_first_password)
    values (${user.tenantId}, ${user.name}, 'sub', ${user.level}, ${user.passwordHash}, ${user.phone},
      ${user.email || null}, ${user.name}, ${user.description}, true)
    on conflict (tenant_id, lower(name)) do nothing returning id`.execute(db);
  return made.rows[0]?.id;
}

interface Change {
  readonly phone: string;
  readonly email: string;
  readonly description: string;
  readonly tenant_level: Level | "none";
}

export async function updateSubUserRow(db: Db, tenantId: string, userId: string, change: Change): Promise<boolean> {
  const done = await sql`update users set phone = ${change.phone}, email = ${change.email || null},
      description = ${change.description}, tenant_level = ${change.tenant_level},
      rights_changed_at = case when tenant_level = ${change.tenant_level} then rights_changed_at else now() end
    where tenant_id = ${tenantId} and id = ${userId} and role = 'sub' returning 1`.execute(db);
  return done.rows.length > 0;
}

/** Sessions, tokens and rights go with the row. */
export async function deleteSubUserRow(db: Db, tenantId: string, userId: string): Promise<boolean> {
  const gone = await sql`delete from users where tenant_id = ${tenantId} and id = ${userId} and role = 'sub'
    returning 1`.execute(db);
  return gone.rows.length > 0;
}

export async function defaultRoleOf(db: Db, tenantId: string): Promise<DefaultRole> {
  const found = await sql<{ role: unknown }>`select default_role as role from tenants where id = ${tenantId}`.execute(
    db,
  );
  return defaultRole.parse(found.rows[0]?.role ?? {});
}

export async function storeDefaultRole(db: Db, tenantId: string, role: DefaultRole): Promise<void> {
  await sql`update tenants set default_role = ${JSON.stringify(role)}::jsonb where id = ${tenantId}`.execute(db);
}
