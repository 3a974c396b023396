import { deviceErrors } from "@canopy/contract/devices/errors";
import type { ThingChanges } from "@canopy/contract/devices/thing";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { DeviceServices } from "../device-services.ts";
import { checkLicence } from "../licences/check-licence.ts";
import { checkReferences, refuseNesting } from "../types/check-references.ts";
import { childrenOf, countThings, lockTenantThings, lockThing, type ThingRow, updateThingRow } from "./thing-store.ts";

/** DEV-02: changes the named fields and leaves the rest. */
export async function updateDevice(
  services: DeviceServices,
  caller: Caller,
  thingsId: string,
  changes: ThingChanges,
): Promise<void> {
  const { tenantId } = caller;
  const canLimit = await services.limitOf(tenantId, "can_things_num");
  const row = await services.db.transaction().execute(async (transaction) => {
    await lockTenantThings(transaction, tenantId);
    const before = await lockThing(transaction, tenantId, thingsId);
    if (!before) throw new ApiError(platformErrors.notFound);
    const after = { ...before, ...defined(changes) };
    await checkReferences(transaction, caller, newReferences(before, after));
    await checkChange(transaction, tenantId, before, after);
    await store(transaction, tenantId, after, canLimit);
    return after;
  });
  const { third_things_id: deviceId, binding: bindingNumber } = row;
  services.deviceChanged({ kind: "changed", tenantId, thingsId, deviceId, bindingNumber });
}

/** A form sends every field. A reference that stays may be one that the caller could not choose today. */
function newReferences(before: ThingRow, after: ThingRow) {
  return {
    info_model_id: isSame(after.info_model_id, before.info_model_id) ? null : after.info_model_id,
    gateway_id: isSame(after.gateway_id, before.gateway_id) ? null : after.gateway_id,
  };
}

const isSame = (a: string | null, b: string | null) => a?.toLowerCase() === b?.toLowerCase();

async function checkChange(db: Db, tenantId: string, before: ThingRow, after: ThingRow): Promise<void> {
  refuseNesting(after);
  if (before.class === "gateway" && after.class !== "gateway") {
    const { length: count } = await childrenOf(db, tenantId, before.id);
    if (count > 0) throw new ApiError(deviceErrors.hasChildren, { field: "class", values: { count } });
  }
  const isRelicensed = after.licence !== before.licence || !isSame(after.info_model_id, before.info_model_id);
  if (isRelicensed) await checkLicence(db, after);
}

/** CAP-01: a change of type may make one CAN device too many. */
async function store(db: Db, tenantId: string, row: ThingRow, canLimit: number | null): Promise<void> {
  const before = await countThings(db, tenantId);
  await updateThingRow(db, tenantId, row.id, row);
  const after = await countThings(db, tenantId);
  if (canLimit !== null && after.can > before.can && after.can > canLimit) {
    throw new ApiError(deviceErrors.canDeviceLimit, { values: { limit: canLimit } });
  }
}

function defined(changes: ThingChanges): Partial<ThingRow> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
