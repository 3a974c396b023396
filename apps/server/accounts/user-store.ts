import type { Level } from "@canopy/contract/platform/endpoint";
import { sql } from "kysely";
import type { Concerned } from "../platform/http/audited-call.ts";
import type { Role } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";

export type TenantKind = "owner" | "merchant" | "platform";
export type TenantState = "review" | "active" | "refused" | "closed";

export interface User {
  id: string;
  tenantId: string;
  name: string;
  role: Role;
  tenantLevel: Level | "none";
  passwordHash: string;
  phone: string | null;
  nickName: string;
  avatar: string | null;
  tenantState: TenantState;
  /** Good for nothing but setting a new one (USR-02). */
  isFirstPassword: boolean;
}

/** Whose a call was that has no caller, for the operation log (USR-07). */
export function concerned({ id, tenantId, name }: Pick<User, "id" | "tenantId" | "name">): Concerned {
  return { userId: id, tenantId, userName: name };
}

const COLUMNS = sql`u.id, u.tenant_id as "tenantId", u.name, u.role, u.tenant_level as "tenantLevel",
  u.password_hash as "passwordHash", u.phone, u.nick_name as "nickName", u.avatar, t.state as "tenantState",
  u.is_first_password as "isFirstPassword"`;

/**
 * The accounts that a sign-in name fits: `sub@primary`, a primary account's name, or a phone. More than one is a
 * conflict for the caller to report (ACC-10). Signing in comes before there is a tenant to name.
 */
export async function findSignInAccounts(db: Db, username: string): Promise<User[]> {
  const [name = "", primary] = username.split("@");
  const found =
    primary === undefined
      ? await sql<User>`select ${COLUMNS} from users u join tenants t on t.id = u.tenant_id
          where (u.role <> 'sub' and lower(u.name) = lower(${name})) or u.phone = ${name} limit 3`.execute(db)
      : await sql<User>`select ${COLUMNS} from users u join tenants t on t.id = u.tenant_id
          where u.role = 'sub' and lower(u.name) = lower(${name}) and u.tenant_id =
            (select tenant_id from users where role <> 'sub' and lower(name) = lower(${primary}))`.execute(db);
  return found.rows;
}

/** The owner of the demo tenant, which the demo button opens without a password. */
export async function findDemoOwner(db: Db): Promise<User | undefined> {
  const found = await sql<User>`select ${COLUMNS} from users u join tenants t on t.id = u.tenant_id
    where t.is_demo and u.role = 'manager' order by u.created_at, u.id limit 1`.execute(db);
  return found.rows[0];
}

/** The accounts that a phone fits; for signing in by code. */
export async function findAccountsByPhone(db: Db, phone: string): Promise<User[]> {
  const found = await sql<User>`select ${COLUMNS} from users u join tenants t on t.id = u.tenant_id
    where u.phone = ${phone} limit 3`.execute(db);
  return found.rows;
}

export async function getUser(db: Db, tenantId: string, userId: string): Promise<User | undefined> {
  const found = await sql<User>`select ${COLUMNS} from users u join tenants t on t.id = u.tenant_id
    where u.tenant_id = ${tenantId} and u.id = ${userId}`.execute(db);
  return found.rows[0];
}

/** ACC-04: whether a name belongs to a primary account; sub-users and unknown names do not. */
export async function isPrimaryName(db: Db, username: string): Promise<boolean> {
  const found = await sql`select 1 from users
    where role <> 'sub' and (lower(name) = lower(${username}) or phone = ${username}) limit 1`.execute(db);
  return found.rows.length > 0;
}

export interface NewUser {
  tenantId: string;
  name: string;
  role: Role;
  tenantLevel: Level | "none";
  passwordHash: string;
  phone?: string;
  nickName?: string;
}

export async function insertUser(db: Db, user: NewUser): Promise<string> {
  const made = await sql<{ id: string }>`
    insert into users (tenant_id, name, role, tenant_level, password_hash, phone, nick_name)
    values (${user.tenantId}, ${user.name}, ${user.role}, ${user.tenantLevel}, ${user.passwordHash},
      ${user.phone ?? null}, ${user.nickName ?? user.name})
    returning id`.execute(db);
  return made.rows[0]?.id ?? "";
}

/** Who hears what concerns the tenant as a whole. */
export async function listManagers(db: Db, tenantId: string): Promise<{ tenantId: string; userId: string }[]> {
  const found = await sql<{ userId: string }>`select id as "userId" from users
    where tenant_id = ${tenantId} and role = 'manager' order by id`.execute(db);
  return found.rows.map(({ userId }) => ({ tenantId, userId }));
}

/** The operators of the platform. */
export async function listSystemManagers(db: Db): Promise<{ tenantId: string; userId: string }[]> {
  const found = await sql<{ tenantId: string; userId: string }>`select tenant_id as "tenantId", id as "userId"
    from users where role = 'system' order by id`.execute(db);
  return found.rows;
}

/** Who gets a message of the operator: the users of these tenants, or of all; a closed tenant's cannot read it. */
export async function listRecipients(
  db: Db,
  tenantIds: readonly string[],
): Promise<{ tenantId: string; userId: string }[]> {
  const found = await sql<{ tenantId: string; userId: string }>`
    select u.tenant_id as "tenantId", u.id as "userId" from users u join tenants t on t.id = u.tenant_id
    where t.state = 'active' and (${tenantIds.length === 0} or u.tenant_id = any(${[...tenantIds]}::uuid[]))`.execute(
    db,
  );
  return found.rows;
}
