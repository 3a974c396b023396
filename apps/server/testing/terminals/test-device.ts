import { randomBytes } from "node:crypto";
import { DEVICE_SERIAL_BYTES, deviceIdOf } from "@canopy/contract/devices/device-id";
import { type NewThing, newThing } from "@canopy/contract/devices/thing";
import type { Level } from "@canopy/contract/platform/endpoint";
import { sql } from "kysely";
import { ensureDevice } from "../../devices/fleet/register-device.ts";
import { newLicenceKey } from "../../devices/licences/licence-key.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** An unused terminal ID. */
export function newDeviceId(): string {
  return deviceIdOf(randomBytes(DEVICE_SERIAL_BYTES));
}

export interface TestDevice {
  thingsId: string;
  deviceId: string;
  bindingNumber: number;
  tenantId: string;
  key: string;
  keyVersion: number;
}

/** A registered device, whatever the tenant's package allows. */
export async function testDevice(db: Db, tenantId: string, wanted: Partial<NewThing> = {}): Promise<TestDevice> {
  const deviceId = wanted.third_things_id ?? newDeviceId();
  const content = newThing.parse({ name: "test device", ...wanted, third_things_id: deviceId });
  const { key } = newLicenceKey();
  const device = await ensureDevice(db, tenantId, content, key);
  if (!device) throw new Error(`${deviceId} is registered already`);
  return { ...device, tenantId, key, keyVersion: 1 };
}

/** A level that holds in the sessions the user already has; a manager's page grants from the next sign-in on. */
export async function grantLevel(
  db: Db,
  user: { tenantId: string; userId: string },
  thingsId: string,
  level: Level,
): Promise<void> {
  await sql`insert into device_levels (tenant_id, user_id, things_id, level, from_at)
    values (${user.tenantId}, ${user.userId}, ${thingsId}, ${level}, '-infinity')`.execute(db);
}
