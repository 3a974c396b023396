import type { DeviceClass, Dialect } from "@canopy/contract/devices/rules";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { licenceKeyFits } from "../licences/licence-key.ts";

/** Identity of an authenticated terminal. */
export interface DeviceIdentity {
  bindingNumber: number;
  deviceId: string;
  thingsId: string;
  tenantId: string;
  dialect: Dialect;
  deviceClass: DeviceClass;
  infoModelId: string | null;
  /** Goes up with every rotation of the key. */
  keyVersion: number;
}

/** May be kept until a `DeviceChange` of this device: checking a key against it needs no database. */
export interface DeviceCredential {
  identity: DeviceIdentity;
  keyHash: Buffer;
}

/** The terminal's ID says which tenant; it could not know one. */
export async function findDeviceCredential(db: Db, deviceId: string): Promise<DeviceCredential | undefined> {
  const found = await sql<DeviceIdentity & { keyHash: Buffer }>`
    select t.binding as "bindingNumber", t.third_things_id as "deviceId", t.id as "thingsId", t.tenant_id as "tenantId",
      t.dialect, t.class as "deviceClass", t.info_model_id as "infoModelId", t.key_version as "keyVersion",
      t.key_hash as "keyHash"
    from things t join tenants n on n.id = t.tenant_id
    where t.third_things_id = ${deviceId} and t.moved_at is null and n.state = 'active'`.execute(db);
  const row = found.rows[0];
  if (!row) return undefined;
  const { keyHash, ...identity } = row;
  return { identity, keyHash };
}

/** DEV-03: the identity where the key fits; an unknown device takes as long as a wrong key. */
export function proveDevice(credential: DeviceCredential | undefined, key: string): DeviceIdentity | undefined {
  return licenceKeyFits(key, credential?.keyHash) ? credential?.identity : undefined;
}

export async function authenticateDevice(db: Db, deviceId: string, key: string): Promise<DeviceIdentity | undefined> {
  return proveDevice(await findDeviceCredential(db, deviceId), key);
}
