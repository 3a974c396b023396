import { accountErrors } from "@canopy/contract/accounts/errors";
import type { registration } from "@canopy/contract/accounts/registration";
import { sql } from "kysely";
import type { z } from "zod";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { isTenantNameFree } from "../tenant-store.ts";

export type Registration = z.output<typeof registration>;

/**
 * Whether a value is free. An applicant who was refused may apply again, so what a refused application holds counts as
 * free. Registering comes before there is a tenant to name.
 */
export async function isNameFree(db: Db, name: string): Promise<boolean> {
  const found = await sql`select 1 from users u join tenants t on t.id = u.tenant_id
    where u.role <> 'sub' and lower(u.name) = lower(${name}) and t.state <> 'refused' limit 1`.execute(db);
  return found.rows.length === 0;
}

/** A phone is one person's: codes and resets go to it (ACC-10). `userId`: whose it may be already. */
export async function isPhoneFree(db: Db, phone: string, userId: string | null = null): Promise<boolean> {
  const found = await sql`select 1 from users u join tenants t on t.id = u.tenant_id
    where u.phone = ${phone} and t.state <> 'refused' and u.id is distinct from ${userId}::uuid limit 1`.execute(db);
  return found.rows.length === 0;
}

export async function isEmailFree(db: Db, email: string): Promise<boolean> {
  const found = await sql`select 1 from users u join tenants t on t.id = u.tenant_id
    where lower(u.email) = lower(${email}) and t.state <> 'refused' limit 1`.execute(db);
  return found.rows.length === 0;
}

/** ACC-13: the active merchant of a code, however its letters are written. */
export async function findMerchant(db: Db, code: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select id from tenants
    where merchant_code = upper(${code}) and kind = 'merchant' and state = 'active'`.execute(db);
  return found.rows[0]?.id;
}

/** What a new account is known by, or an old one from now on; absent or empty: nothing of the kind. */
interface Known {
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
}

/**
 * A refused application that holds one of these values makes room for the account that gets it, or the value would fit
 * both; it never had any data.
 */
export async function removeRefused(db: Db, { name = "", phone = "", email = "" }: Known): Promise<void> {
  await sql`delete from tenants t where t.state = 'refused' and exists (select 1 from users u
    where u.tenant_id = t.id and ((${name} <> '' and lower(u.name) = lower(${name}))
      or (${phone} <> '' and u.phone = ${phone}) or (${email} <> '' and lower(u.email) = lower(${email}))))`.execute(
    db,
  );
}

export interface NewTenant {
  readonly merchantId: string | null;
  readonly state: "review" | "active";
  readonly passwordHash: string;
}

export async function insertApplicant(
  db: Db,
  form: Registration,
  { merchantId, state, passwordHash }: NewTenant,
): Promise<string> {
  const kind = form.tenant_type === 1 ? "merchant" : "owner";
  const name = await freeTenantName(db, form);
  const made = await sql<{
    id: string;
  }>`insert into tenants (name, kind, merchant_id, state, organization_name, industry,
      address, country, province, city, applied_at, decided_at)
    values (${name}, ${kind}, ${merchantId}, ${state}, ${form.organization_name}, ${form.industry}, ${form.address},
      ${form.country}, ${form.province}, ${form.city}, now(), ${state === "active" ? sql`now()` : null})
    returning id`.execute(db);
  const id = made.rows[0]?.id ?? "";
  await sql`insert into users (tenant_id, name, role, tenant_level, password_hash, phone, email, nick_name, avatar,
      description, gender, job, department)
    values (${id}, ${form.name}, 'manager', 'write', ${passwordHash}, ${form.mobile}, ${form.email || null},
      ${form.nick_name}, ${form.avatar || null}, ${form.description}, ${form.gender}, ${form.job},
      ${form.department})`.execute(db);
  return id;
}

/** The organisation's name; two people of one organisation are told apart by their own, which is unique. */
async function freeTenantName(db: Db, form: Registration): Promise<string> {
  const names = [form.organization_name, `${form.organization_name.slice(0, 31)} ${form.name}`];
  for (const name of names) if (await isTenantNameFree(db, name)) return name;
  throw new ApiError(accountErrors.tenantNameTaken, { field: "organization_name" });
}
