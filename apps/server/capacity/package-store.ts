import {
  DEFAULT_PACKAGE,
  type PackageChange,
  type PackageContent,
  packageContent,
} from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

/** The limits of a tenant; without a package of its own, the defaults of the spec. */
export async function packageOf(db: Db, tenantId: string): Promise<PackageContent> {
  const found = await sql<{ content: unknown }>`
    select content from tenant_packages where tenant_id = ${tenantId}`.execute(db);
  const kept = found.rows[0]?.content;
  // A package kept before a limit was added has the default there.
  return kept === undefined ? DEFAULT_PACKAGE : packageContent.parse({ ...DEFAULT_PACKAGE, ...Object(kept) });
}

export async function setPackage(db: Db, tenantId: string, content: PackageContent): Promise<void> {
  await sql`insert into tenant_packages (tenant_id, content) values (${tenantId}, ${JSON.stringify(content)}::jsonb)
    on conflict (tenant_id) do update set content = excluded.content, updated_at = now()`.execute(db);
}

/** Sets some of it. The rest is what it is at that moment, so of two changes at once neither is lost. */
export async function changePackage(db: Db, tenantId: string, change: PackageChange): Promise<void> {
  const first = { ...DEFAULT_PACKAGE, ...change };
  await sql`insert into tenant_packages (tenant_id, content) values (${tenantId}, ${JSON.stringify(first)}::jsonb)
    on conflict (tenant_id) do update set updated_at = now(),
      content = tenant_packages.content || ${JSON.stringify(change)}::jsonb`.execute(db);
}

export async function hasTenant(db: Db, tenantId: string): Promise<boolean> {
  return (await sql`select 1 from tenants where id = ${tenantId}`.execute(db)).rows.length > 0;
}
