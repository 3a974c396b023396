import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import { packageOf } from "./package-store.ts";

/** Open tenants whose package ends the life of data; for the night's work over all of them. */
export async function retainingTenants(db: Db): Promise<{ tenantId: string; keepDays: number }[]> {
  const found = await sql<{ id: string }>`select id from tenants where state = 'active' order by id`.execute(db);
  const retaining: { tenantId: string; keepDays: number }[] = [];
  for (const { id } of found.rows) {
    const { maximum_data_retention_days: keepDays } = await packageOf(db, id);
    if (keepDays !== null) retaining.push({ tenantId: id, keepDays });
  }
  return retaining;
}

/** The day before which data was told of; none: the first of all days. */
export async function noticedUntil(db: Db, tenantId: string): Promise<number> {
  const found = await sql<{ until_day: number }>`
    select until_day from retention_notices where tenant_id = ${tenantId}`.execute(db);
  return found.rows[0]?.until_day ?? Number.NEGATIVE_INFINITY;
}

export async function noticeUntil(db: Db, tenantId: string, day: number): Promise<void> {
  await sql`insert into retention_notices (tenant_id, until_day) values (${tenantId}, ${day})
    on conflict (tenant_id) do update set until_day = excluded.until_day`.execute(db);
}
