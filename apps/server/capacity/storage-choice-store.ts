import type { WhenFull } from "@canopy/contract/capacity/capacity";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

/** CAP-05: without a choice storing stops. */
export async function whenFullOf(db: Db, tenantId: string): Promise<WhenFull> {
  const found = await sql<{ when_full: WhenFull }>`
    select when_full from storage_choices where tenant_id = ${tenantId}`.execute(db);
  return found.rows[0]?.when_full ?? "stop";
}

export async function chooseWhenFull(db: Db, tenantId: string, choice: WhenFull): Promise<void> {
  await sql`insert into storage_choices (tenant_id, when_full) values (${tenantId}, ${choice})
    on conflict (tenant_id) do update set when_full = excluded.when_full, changed_at = now()`.execute(db);
}

/** Tenants whose oldest data makes room, for the loop delete of all tenants. */
export async function loopingTenants(db: Db): Promise<string[]> {
  const found = await sql<{ tenant_id: string }>`
    select tenant_id from storage_choices where when_full = 'loop' order by tenant_id`.execute(db);
  return found.rows.map(({ tenant_id }) => tenant_id);
}
