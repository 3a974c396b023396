import { randomBytes } from "node:crypto";
import { DEVICE_SERIAL_BYTES, deviceIdOf } from "@canopy/contract/devices/device-id";
import { sql } from "kysely";
import { newLicenceKey } from "../../devices/licences/licence-key.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { TestDevice } from "../terminals/test-device.ts";

/** Thousands of registered devices at once, all with one key. */
export async function manyDevices(db: Db, tenantId: string, count: number): Promise<TestDevice[]> {
  const { key, hash } = newLicenceKey();
  const ids = Array.from({ length: count }, () => deviceIdOf(randomBytes(DEVICE_SERIAL_BYTES)));
  const made = await sql<TestDevice>`with n as (
      insert into bindings (tenant_id, third_things_id) select ${tenantId}::uuid, unnest(${ids}::text[]) returning *)
    insert into things (tenant_id, binding, third_things_id, name, key_hash, class)
    select tenant_id, number, third_things_id, 'terminal ' || number, ${hash}, 'ordinary' from n
    returning id as "thingsId", third_things_id as "deviceId", binding as "bindingNumber", tenant_id as "tenantId",
      key_version as "keyVersion", ${key}::text as key`.execute(db);
  return made.rows;
}
