import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

interface TestOffer {
  tenantId: string;
  thingsId: string;
  toTenantId: string;
}

/** A device on offer to this tenant, past the name of its primary account. */
export async function offerTo(db: Db, { tenantId, thingsId, toTenantId }: TestOffer): Promise<string> {
  const made = await sql<{ id: string }>`
    insert into device_transfers (tenant_id, things_id, to_tenant_id, receiver, user_name, expires_at)
    values (${tenantId}, ${thingsId}, ${toTenantId}, '', '', now() + interval '1 day') returning id`.execute(db);
  return made.rows[0]?.id ?? "";
}
