import type { OidcForm } from "@canopy/contract/accounts/oidc";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { seal, unseal } from "../../platform/seal.ts";

const PURPOSE = "openid provider";

export interface OidcProvider extends Omit<OidcForm, "client_secret"> {
  readonly tenantId: string;
  /** Undefined where it was kept under another installation's secret. */
  readonly clientSecret: string | undefined;
}

interface Services {
  readonly db: Db;
  readonly secret: string;
}

type Row = Omit<OidcProvider, "clientSecret"> & { sealed: Buffer };

const COLUMNS = sql`p.tenant_id as "tenantId", p.enabled, p.issuer, p.client_id, p.client_secret as sealed, p.scopes, p.rules,
  p.joins_by_email`;

export async function findOidc({ db, secret }: Services, tenantId: string): Promise<OidcProvider | undefined> {
  const found = await sql<Row>`select ${COLUMNS} from oidc_providers p where p.tenant_id = ${tenantId}`.execute(db);
  return providerOf(secret, found.rows[0]);
}

/**
 * By the name that people type; of tenants that are open, and switched on. Of two names that differ in case the exact one
 * counts, whether or not that tenant has a provider. Signing in comes before there is a tenant.
 */
export async function findOidcByCompany({ db, secret }: Services, company: string): Promise<OidcProvider | undefined> {
  const found = await sql<Row>`select ${COLUMNS} from oidc_providers p
    where p.enabled and p.tenant_id = (select t.id from tenants t
      where lower(t.name) = lower(${company}) and t.state = 'active'
      order by t.name = ${company} desc, t.created_at limit 1)`.execute(db);
  return providerOf(secret, found.rows[0]);
}

function providerOf(secret: string, row: Row | undefined): OidcProvider | undefined {
  if (!row) return undefined;
  const { sealed, ...provider } = row;
  const clientSecret = unseal(secret, PURPOSE, sealed);
  return { ...provider, clientSecret: typeof clientSecret === "string" ? clientSecret : undefined };
}

export async function storeOidc(
  { db, secret }: Services,
  tenantId: string,
  { client_secret, ...form }: OidcForm & { client_secret: string },
): Promise<void> {
  await sql`insert into oidc_providers (tenant_id, enabled, issuer, client_id, client_secret, scopes, rules, joins_by_email)
    values (${tenantId}, ${form.enabled}, ${form.issuer}, ${form.client_id}, ${seal(secret, PURPOSE, client_secret)},
      ${form.scopes}, ${JSON.stringify(form.rules)}::jsonb, ${form.joins_by_email})
    on conflict (tenant_id) do update set enabled = excluded.enabled, issuer = excluded.issuer,
      client_id = excluded.client_id, client_secret = excluded.client_secret, scopes = excluded.scopes,
      rules = excluded.rules, joins_by_email = excluded.joins_by_email, changed_at = now()`.execute(db);
}

export async function deleteOidc(db: Db, tenantId: string): Promise<void> {
  await sql`delete from oidc_providers where tenant_id = ${tenantId}`.execute(db);
}

export async function tenantNameOf(db: Db, tenantId: string): Promise<string> {
  const found = await sql<{ name: string }>`select name from tenants where id = ${tenantId}`.execute(db);
  return found.rows[0]?.name ?? "";
}
