import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

interface TrackedDevice {
  readonly bindingNumber: number;
  readonly deviceId: string;
  readonly name: string;
}

export async function findTrackedDevice(
  db: Db,
  tenantId: string,
  thingsId: string,
): Promise<TrackedDevice | undefined> {
  const found = await sql<TrackedDevice>`select binding as "bindingNumber", third_things_id as "deviceId", name
    from things where tenant_id = ${tenantId} and id = ${thingsId}`.execute(db);
  return found.rows[0];
}
