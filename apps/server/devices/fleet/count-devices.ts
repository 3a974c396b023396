import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** Of all tenants, for the operator. */
export async function countDevices(db: Db): Promise<{ online: number; total: number }> {
  const found = await sql<{ online: number; total: number }>`select count(*) filter (where online) as online,
    count(*) as total from things`.execute(db);
  return found.rows[0] ?? { online: 0, total: 0 };
}

/** Of some tenants, for the merchant they belong to. */
export async function countDevicesOf(db: Db, tenantIds: readonly string[]): Promise<Map<string, number>> {
  const found = await sql<{ tenantId: string; count: number }>`select tenant_id as "tenantId", count(*)::int as count
    from things where tenant_id = any(${[...tenantIds]}::uuid[]) group by tenant_id`.execute(db);
  return new Map(found.rows.map(({ tenantId, count }) => [tenantId, count]));
}
