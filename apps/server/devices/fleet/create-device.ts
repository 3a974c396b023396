import { deviceErrors } from "@canopy/contract/devices/errors";
import { CAN_KEYWORD } from "@canopy/contract/devices/info-models";
import type { NewThing } from "@canopy/contract/devices/thing";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { DeviceServices } from "../device-services.ts";
import { checkLicence } from "../licences/check-licence.ts";
import { newLicenceKey } from "../licences/licence-key.ts";
import { grantToCreator } from "../rights/device-level-store.ts";
import { checkReferences, refuseNesting } from "../types/check-references.ts";
import { findType } from "../types/info-model-store.ts";
import { registerDevice } from "./register-device.ts";
import { countThings, lockTenantThings } from "./thing-store.ts";

export interface DeviceLimits {
  all: number | null;
  can: number | null;
}

/** DEV-02: registers a terminal. The key is answered once and never known again. */
export async function createDevice(
  services: Pick<DeviceServices, "db" | "limitOf">,
  caller: Caller,
  wanted: NewThing,
): Promise<{ thingsId: string; key: string }> {
  const { db } = services;
  await checkReferences(db, caller, wanted);
  refuseNesting(wanted);
  await checkLicence(db, wanted);
  return registerWithin(services, caller, wanted);
}

/** Registers within the tenant's limits. */
export async function registerWithin(
  services: Pick<DeviceServices, "db" | "limitOf">,
  caller: Caller,
  wanted: NewThing,
): Promise<{ thingsId: string; key: string }> {
  const { db } = services;
  const limits = await deviceLimits(services, caller.tenantId, wanted.info_model_id);
  return db.transaction().execute(async (transaction) => {
    await lockTenantThings(transaction, caller.tenantId);
    refuseBeyond(await countThings(transaction, caller.tenantId), limits);
    return register(transaction, caller, wanted);
  });
}

async function register(db: Db, caller: Caller, wanted: NewThing): Promise<{ thingsId: string; key: string }> {
  const { key, hash } = newLicenceKey();
  const device = await registerDevice(db, caller.tenantId, wanted, hash);
  if (!device) throw new ApiError(deviceErrors.idBound, { field: "third_things_id" });
  await grantToCreator(db, caller, device.thingsId);
  return { thingsId: device.thingsId, key };
}

/** CAP-01: the limits that a device of this type counts against. A device without a type counts as a CAN device. */
export async function deviceLimits(
  { db, limitOf }: Pick<DeviceServices, "db" | "limitOf">,
  tenantId: string,
  infoModelId: string | null,
): Promise<DeviceLimits> {
  const type = infoModelId ? await findType(db, tenantId, infoModelId) : undefined;
  const isCan = (type?.keyword ?? CAN_KEYWORD) === CAN_KEYWORD;
  return {
    all: await limitOf(tenantId, "things_num"),
    can: isCan ? await limitOf(tenantId, "can_things_num") : null,
  };
}

export function refuseBeyond(counted: { all: number; can: number }, limits: DeviceLimits): void {
  if (limits.all !== null && counted.all >= limits.all) {
    throw new ApiError(deviceErrors.deviceLimit, { values: { limit: limits.all } });
  }
  if (limits.can !== null && counted.can >= limits.can) {
    throw new ApiError(deviceErrors.canDeviceLimit, { values: { limit: limits.can } });
  }
}
