import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

export async function wasGiven(db: Db, tenantId: string, gift: string): Promise<boolean> {
  const found = await sql`select 1 from demo_gifts where tenant_id = ${tenantId} and gift = ${gift}`.execute(db);
  return found.rows.length > 0;
}

export async function markGiven(db: Db, tenantId: string, gift: string): Promise<void> {
  await sql`insert into demo_gifts (tenant_id, gift) values (${tenantId}, ${gift}) on conflict do nothing`.execute(db);
}
