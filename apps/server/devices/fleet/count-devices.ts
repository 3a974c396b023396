import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** Of all tenants, for the operator. */
export async function countDevices(db: Db): Promise<{ online: number; total: number }> {
  const found = await sql<{ online: number; total: number }>`select count(*) filter (where online) as online,
    count(*) as total from things`.execute(db);
  return found.rows[0] ?? { online: 0, total: 0 };
}
