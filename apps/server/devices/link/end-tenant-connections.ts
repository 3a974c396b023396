import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { DeviceChange, DeviceServices } from "../device-services.ts";

/** USR-01: terminals of a tenant that was closed are let go; none of them is let in again while it is closed. */
export async function endTenantConnections(
  { db, deviceChanged }: Pick<DeviceServices, "db" | "deviceChanged">,
  tenantId: string,
): Promise<void> {
  for (const device of await devicesOfTenant(db, tenantId))
    deviceChanged({ kind: "tenantClosed", tenantId, ...device });
}

async function devicesOfTenant(db: Db, tenantId: string) {
  const found = await sql<Pick<DeviceChange, "thingsId" | "deviceId" | "bindingNumber">>`select id as "thingsId",
    third_things_id as "deviceId", binding as "bindingNumber" from things where tenant_id = ${tenantId}`.execute(db);
  return found.rows;
}
