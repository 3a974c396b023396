import { moveErrors } from "@canopy/contract/devices/errors";
import { newThing } from "@canopy/contract/devices/thing";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { appendDeviceLog } from "../device-log-store.ts";
import type { DeviceServices } from "../device-services.ts";
import { deviceLimits, refuseBeyond } from "../fleet/create-device.ts";
import { registerDevice } from "../fleet/register-device.ts";
import { childrenOf, countThings, lockTenantThings, lockThing } from "../fleet/thing-store.ts";
import { newLicenceKey } from "../licences/licence-key.ts";
import { endPresence } from "../link/presence-store.ts";
import { hasMoved, lockTerminal, markMoved, moveVehicleChannels } from "./move-store.ts";
import { consumeOffer, insertOffer, type Offer } from "./transfer-store.ts";

/** DEV-14: this side agrees. */
export async function offerDevice(
  { db }: DeviceServices,
  { tenantId, userName }: Caller,
  thingsId: string,
  receiver: string,
): Promise<Offer> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockThing(transaction, tenantId, thingsId))) throw new ApiError(platformErrors.notFound);
    if (await hasMoved(transaction, tenantId, thingsId)) throw new ApiError(moveErrors.hasMoved);
    const { length: count } = await childrenOf(transaction, tenantId, thingsId);
    if (count > 0) throw new ApiError(moveErrors.gatewayTransfer, { values: { count } });
    return insertOffer(transaction, { tenantId, thingsId, receiver, userName });
  });
}

/**
 * DEV-14: the other side agrees. It gets the terminal under a binding of its own, with another key and none of the old
 * tenant's words; the old tenant keeps the device without the terminal, and all that was stored.
 */
export async function acceptDevice(
  services: DeviceServices,
  caller: Caller,
  transferId: string,
  name: string,
  atMs: number,
): Promise<{ thingsId: string; key: string }> {
  const { db } = services;
  const { tenantId } = caller;
  const limits = await deviceLimits(services, tenantId, null);
  const { key, hash } = newLicenceKey();
  const moved = await db.transaction().execute(async (transaction) => {
    const offer = await consumeOffer(transaction, tenantId, transferId);
    if (!offer) throw new ApiError(platformErrors.notFound);
    const former = await lockThing(transaction, offer.fromTenantId, offer.thingsId);
    if (!former) throw new ApiError(platformErrors.notFound);
    await lockTerminal(transaction, former.third_things_id);
    await lockTenantThings(transaction, tenantId);
    refuseBeyond(await countThings(transaction, tenantId), limits);
    await endPresence(transaction, offer.fromTenantId, offer.thingsId, atMs);
    await markMoved(transaction, offer.fromTenantId, offer.thingsId);
    await moveVehicleChannels(transaction, offer.fromTenantId, former.binding, null);
    const entry = { tenantId: offer.fromTenantId, thingsId: offer.thingsId, kind: "key" } as const;
    await appendDeviceLog(transaction, { ...entry, content: { transferred: former.third_things_id }, atMs });
    const wanted = newThing.parse({ name, third_things_id: former.third_things_id, dialect: former.dialect });
    const device = await registerDevice(transaction, tenantId, wanted, hash);
    if (!device) throw new ApiError(platformErrors.notFound);
    return { offer, former, device };
  });
  services.deviceChanged({
    kind: "keyRotated",
    tenantId: moved.offer.fromTenantId,
    thingsId: moved.offer.thingsId,
    deviceId: moved.former.third_things_id,
    bindingNumber: moved.former.binding,
  });
  return { thingsId: moved.device.thingsId, key };
}
