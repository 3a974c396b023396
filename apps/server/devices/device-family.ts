import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

export interface DeviceOfFamily {
  readonly thingsId: string;
  readonly deviceId: string;
  readonly bindingNumber: number;
  readonly infoModelId: string | null;
}

/** A device of the tenant, then its sub-devices where it is a gateway. */
export async function deviceFamily(db: Db, tenantId: string, thingsId: string): Promise<DeviceOfFamily[]> {
  const found = await sql<DeviceOfFamily>`select id as "thingsId", third_things_id as "deviceId",
      binding as "bindingNumber", info_model_id as "infoModelId"
    from things where tenant_id = ${tenantId} and (id = ${thingsId} or gateway_id = ${thingsId})
    order by id <> ${thingsId}, third_things_id`.execute(db);
  const [first] = found.rows;
  return first?.thingsId === thingsId ? found.rows : [];
}
