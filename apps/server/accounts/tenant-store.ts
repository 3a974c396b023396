import { accountErrors } from "@canopy/contract/accounts/errors";
import type { TENANT_ORDERS } from "@canopy/contract/accounts/operating";
import { platformErrors } from "@canopy/contract/platform/errors";
import { type RawBuilder, sql } from "kysely";
import { ApiError } from "../platform/http/api-error.ts";
import { type Ordered, orderedBy } from "../platform/postgres/order-by.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { TenantKind, TenantState } from "./user-store.ts";

/** The spec's tenant_type numbers; 2 is ours, for the platform's own tenant. */
const TENANT_TYPES: Record<TenantKind, number> = { owner: 0, merchant: 1, platform: 2 };

export interface TenantInfo {
  id: string;
  name: string;
  tenant_type: number;
  merchant_id: string | null;
  created_time: number;
}

export async function getTenantInfo(db: Db, tenantId: string): Promise<TenantInfo | undefined> {
  const found = await sql<Omit<TenantInfo, "tenant_type"> & { kind: TenantKind }>`
    select id, name, kind, merchant_id, (extract(epoch from created_at) * 1000)::bigint as created_time
    from tenants where id = ${tenantId}`.execute(db);
  const row = found.rows[0];
  if (!row) return undefined;
  const { kind, ...rest } = row;
  return { ...rest, tenant_type: TENANT_TYPES[kind] };
}

/** Serialised: names that are free here are still free when they are written. */
export async function lockTenants(trx: Db): Promise<void> {
  await sql`lock table tenants in share row exclusive mode`.execute(trx);
}

/** What the tenant of the system managers is called; kept from users, who could be taken for the operator. */
const PLATFORM_TENANT = "platform";

/** Where a tenant of users had that name before it was kept from them. */
const OTHER_PLATFORM_TENANT = "platform operators";

interface NamedTenant {
  id: string;
  name: string;
}

/** By its kind: a tenant of users that has its name is another. */
export async function findPlatformTenant(db: Db): Promise<NamedTenant | undefined> {
  const found = await sql<NamedTenant>`select id, name from tenants where kind = 'platform'
    order by created_at, id limit 1`.execute(db);
  return found.rows[0];
}

export async function platformTenantName(db: Db): Promise<string> {
  const platform = await findPlatformTenant(db);
  if (platform) return platform.name;
  return (await isUnused(db, PLATFORM_TENANT)) ? PLATFORM_TENANT : OTHER_PLATFORM_TENANT;
}

/** Makes the tenant, or answers the one of this name: the platform's for the platform alone, whatever users call theirs. */
export async function ensureTenant(trx: Db, name: string, kind: TenantKind): Promise<string> {
  const found = await findNamed(trx, name, kind);
  if (found !== undefined) return found;
  await lockTenants(trx);
  const id = (await insertTenant(trx, name, kind)) ?? (await findNamed(trx, name, kind));
  if (id === undefined) throw new ApiError(accountErrors.tenantNameTaken, { field: "tenant" });
  return id;
}

async function findNamed(db: Db, name: string, kind: TenantKind): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select id from tenants 
    where name = ${name} and (kind = 'platform') = ${kind === "platform"}`.execute(db);
  return found.rows[0]?.id;
}

/** Whether users may call a tenant so. */
export async function isTenantNameFree(db: Db, name: string): Promise<boolean> {
  return name.toLowerCase() !== PLATFORM_TENANT && (await isUnused(db, name));
}

/**
 * NAV-08: people type the name in an address, so two names differ in more than the case of letters. Installations may have
 * such pairs from before: no index refuses them, the callers hold the lock.
 */
async function isUnused(db: Db, name: string): Promise<boolean> {
  const found = await sql`select 1 from tenants where lower(name) = lower(${name}) limit 1`.execute(db);
  return found.rows.length === 0;
}

/** Undefined where the name is not free. */
export async function insertTenant(trx: Db, name: string, kind: TenantKind): Promise<string | undefined> {
  const isFree = kind === "platform" ? isUnused : isTenantNameFree;
  if (!(await isFree(trx, name))) return undefined;
  const made = await sql<{ id: string }>`insert into tenants (name, kind) values (${name}, ${kind})
    returning id`.execute(trx);
  return made.rows[0]?.id;
}

/** At most one tenant has the mark. */
export async function markDemo(trx: Db, tenantId: string): Promise<void> {
  await sql`update tenants set is_demo = true where id = ${tenantId}`.execute(trx);
}

/** Closes a tenant or opens it again. The platform's own has no state; what was not approved gets none here (ACC-17). */
export async function setTenantState(db: Db, tenantId: string, state: "active" | "closed"): Promise<void> {
  const changed = await sql`update tenants set state = ${state}
    where id = ${tenantId} and kind <> 'platform' and state in ('active', 'closed') returning 1`.execute(db);
  if (changed.rows.length > 0) return;
  const found = await sql<{ kind: TenantKind }>`select kind from tenants where id = ${tenantId}`.execute(db);
  const [tenant] = found.rows;
  if (!tenant) throw new ApiError(platformErrors.notFound);
  throw new ApiError(tenant.kind === "platform" ? accountErrors.platformTenant : accountErrors.tenantUndecided);
}

/** Of a tenant that is closed nobody is signed in. */
export async function endTenantSessions(db: Db, tenantId: string): Promise<void> {
  await sql`delete from sessions where tenant_id = ${tenantId}`.execute(db);
}

export async function findTenantByName(db: Db, name: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select id from tenants where name = ${name}`.execute(db);
  return found.rows[0]?.id;
}

export interface TenantRow {
  id: string;
  name: string;
  tenant_type: number;
  state: TenantState;
  users: number;
  created_time: number;
}

export interface Page {
  current_page: number;
  page_size: number;
  keyword: string;
}

const USERS = sql`(select count(*) from users u where u.tenant_id = t.id)`;
type TenantOrder = (typeof TENANT_ORDERS)[number];
const TENANT_COLUMNS: Readonly<Record<TenantOrder, RawBuilder<unknown>>> = {
  name: sql`lower(t.name)`,
  tenant_type: sql`array_position(array['owner', 'merchant', 'platform'], t.kind::text)`,
  state: sql`t.state::text`,
  users: USERS,
  created_time: sql`t.created_at`,
};

/** All tenants, for the system manager: the one statement here that is not of one tenant. */
export async function listAllTenants(
  db: Db,
  page: Page & Ordered<TenantOrder>,
): Promise<{ list: TenantRow[]; total: number }> {
  const found = await sql<Omit<TenantRow, "tenant_type"> & { kind: TenantKind; total: number }>`
    select t.id, t.name, t.kind, t.state, (extract(epoch from t.created_at) * 1000)::bigint as created_time,
      ${USERS} as users, count(*) over () as total
    from tenants t where t.name ilike ${contains(page.keyword)}
    order by ${orderedBy(TENANT_COLUMNS, page, sql`t.created_at desc, t.id`)}
    limit ${page.page_size} offset ${(page.current_page - 1) * page.page_size}`.execute(db);
  const list = found.rows.map(({ kind, total: _, ...row }) => ({ ...row, tenant_type: TENANT_TYPES[kind] }));
  return { list, total: found.rows[0]?.total ?? 0 };
}

/** A pattern that finds a text anywhere, whatever it holds. */
export function contains(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
}
