import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

export interface SimulatedThing {
  thingsId: string;
  tenantId: string;
  deviceId: string;
}

export async function simulatedOf(db: Db, tenantId: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select things_id as id from simulated_things
    where tenant_id = ${tenantId}`.execute(db);
  return found.rows[0]?.id;
}

/** False where the tenant has one already. */
export async function insertSimulated(db: Db, tenantId: string, thingsId: string): Promise<boolean> {
  const made = await sql`insert into simulated_things (tenant_id, things_id, vehicle)
    values (${tenantId}, ${thingsId}, 'ev') on conflict (tenant_id) do nothing returning 1`.execute(db);
  return made.rows.length > 0;
}

/** Of all tenants: the program drives them again when it starts. */
export async function listSimulated(db: Db): Promise<SimulatedThing[]> {
  const found = await sql<SimulatedThing>`select s.things_id as "thingsId", s.tenant_id as "tenantId",
    t.third_things_id as "deviceId" from simulated_things s join things t on t.id = s.things_id
    order by s.created_at`.execute(db);
  return found.rows;
}
