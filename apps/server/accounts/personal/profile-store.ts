import type { Profile } from "@canopy/contract/accounts/personal";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

export interface Whose {
  readonly tenantId: string;
  readonly userId: string;
}

export async function findProfile(db: Db, { tenantId, userId }: Whose): Promise<Profile | undefined> {
  const found = await sql<Profile & { kind: string; role: string; primary: string }>`
    select u.id, u.name, u.role, t.kind, t.name as tenant_name, t.merchant_code, coalesce(u.phone, '') as phone,
      coalesce(u.email, '') as email, coalesce(u.avatar, '') as avatar, u.nick_name, u.gender, u.job, u.department,
      u.description, t.industry, t.organization_name, t.address, t.country, t.province, t.city,
      (select p.name from users p where p.tenant_id = u.tenant_id and p.role <> 'sub' order by p.created_at limit 1) as primary
    from users u join tenants t on t.id = u.tenant_id
    where u.tenant_id = ${tenantId} and u.id = ${userId}`.execute(db);
  const row = found.rows[0];
  if (!row) return undefined;
  const { kind, role, primary, merchant_code, ...rest } = row;
  return {
    ...rest,
    is_sub_user: role === "sub",
    sign_in_name: role === "sub" ? `${row.name}@${primary}` : row.name,
    tenant_type: kind === "merchant" ? 1 : kind === "platform" ? 2 : 0,
    merchant_code: kind === "merchant" && role !== "sub" ? merchant_code : null,
  };
}

interface Own {
  readonly avatar: string;
  readonly nick_name: string;
  readonly gender: string;
  readonly job: string;
  readonly department: string;
  readonly description: string;
}

interface Organisation {
  readonly industry: string;
  readonly organization_name: string;
  readonly address: string;
  readonly country: string;
  readonly province: string;
  readonly city: string;
}

export async function updateOwn(db: Db, { tenantId, userId }: Whose, own: Own): Promise<void> {
  await sql`update users set avatar = ${own.avatar || null}, nick_name = ${own.nick_name}, gender = ${own.gender},
      job = ${own.job}, department = ${own.department}, description = ${own.description}
    where tenant_id = ${tenantId} and id = ${userId}`.execute(db);
}

export async function updateOrganisation(db: Db, tenantId: string, of: Organisation): Promise<void> {
  await sql`update tenants set industry = ${of.industry}, organization_name = ${of.organization_name},
      address = ${of.address}, country = ${of.country}, province = ${of.province}, city = ${of.city}
    where id = ${tenantId}`.execute(db);
}

/** The destination that was there before. */
export async function setContact(
  db: Db,
  { tenantId, userId }: Whose,
  field: "phone" | "email",
  value: string,
): Promise<string | null> {
  const column = sql.ref(field);
  const found = await sql<{ old: string | null }>`update users u set ${column} = ${value}
    from (select id, ${column} as old from users where tenant_id = ${tenantId} and id = ${userId} for update) o
    where u.id = o.id returning o.old`.execute(db);
  return found.rows[0]?.old ?? null;
}
