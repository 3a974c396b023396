import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import type { LakeDevice } from "./lake-names.ts";

export interface LakeScope {
  /** Left out: all tenants, for the operator. */
  readonly tenantId?: string | undefined;
  readonly deviceId?: string | undefined;
}

export async function lakeDevices(db: Db, { tenantId, deviceId }: LakeScope): Promise<LakeDevice[]> {
  const ofTenant = tenantId === undefined ? sql`true` : sql`tenant_id = ${tenantId}`;
  const ofDevice = deviceId === undefined ? sql`true` : sql`third_things_id = ${deviceId}`;
  const found = await sql<LakeDevice>`select binding as "bindingNumber", tenant_id as "tenantId",
      third_things_id as "deviceId"
    from things where ${ofTenant} and ${ofDevice} order by binding`.execute(db);
  return found.rows;
}
