import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import type { DeviceNumber } from "./fleet/thing-store.ts";

/** The terminal behind a device of this tenant, and the number of its frames; for the domains that read or command it. */
export async function findDevice(db: Db, tenantId: string, thingsId: string): Promise<DeviceNumber | undefined> {
  const found =
    await sql<DeviceNumber>`select id as "thingsId", third_things_id as "deviceId", binding as "bindingNumber"
    from things where tenant_id = ${tenantId} and id = ${thingsId}`.execute(db);
  return found.rows[0];
}
