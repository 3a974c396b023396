import type { NewThing } from "@canopy/contract/devices/thing";
import type { Db } from "../../platform/postgres/schema.ts";
import { startBinding } from "../binding-store.ts";
import { hashLicenceKey } from "../licences/licence-key.ts";
import { replaceThingLabels } from "./set-member-store.ts";
import { type DeviceNumber, findRegistered, insertThing, replaceKey } from "./thing-store.ts";

/** The rows of a device, in a transaction of the caller's. Undefined where the terminal is registered already. */
export async function registerDevice(
  db: Db,
  tenantId: string,
  wanted: NewThing,
  keyHash: Buffer,
): Promise<DeviceNumber | undefined> {
  const deviceId = wanted.third_things_id;
  const bindingNumber = await startBinding(db, tenantId, deviceId);
  const thingsId = await insertThing(db, { ...wanted, tenantId, binding: bindingNumber, keyHash });
  if (!thingsId) return undefined;
  if (wanted.label_ids.length > 0) await replaceThingLabels(db, tenantId, thingsId, wanted.label_ids);
  return { thingsId, deviceId, bindingNumber };
}

/**
 * A device of the demo: there with this key, whatever was before. Past every limit and licence, since the program itself
 * adds it; a terminal that another tenant has is left to that tenant.
 */
export async function ensureDevice(
  db: Db,
  tenantId: string,
  wanted: NewThing,
  key: string,
): Promise<DeviceNumber | undefined> {
  const hash = hashLicenceKey(key);
  const existing = await findRegistered(db, tenantId, wanted.third_things_id);
  if (existing) return replaceKey(db, tenantId, existing.thingsId, hash);
  return db.transaction().execute((transaction) => registerDevice(transaction, tenantId, wanted, hash));
}
