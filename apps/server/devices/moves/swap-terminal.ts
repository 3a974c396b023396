import { deviceErrors, moveErrors } from "@canopy/contract/devices/errors";
import { NAME_MAX } from "@canopy/contract/devices/rules";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { startBinding } from "../binding-store.ts";
import { handOverConfig } from "../configuration/hand-over-config.ts";
import { appendDeviceLog } from "../device-log-store.ts";
import type { DeviceServices } from "../device-services.ts";
import { lockThing } from "../fleet/thing-store.ts";
import { newLicenceKey } from "../licences/licence-key.ts";
import { endPresence } from "../link/presence-store.ts";
import {
  assignTerminal,
  createFormerDevice,
  hasMoved,
  isRegistered,
  lockTerminal,
  moveVehicleChannels,
} from "./move-store.ts";
import { removeOffer } from "./transfer-store.ts";

/** The end of a device ID tells terminals apart. */
const TAIL = 6;

/** DEV-14: a new terminal takes over the device; the history of the old one is kept apart, under its number. */
export async function swapTerminal(
  { db, deviceChanged, terminalSwapped }: DeviceServices,
  caller: Caller,
  thingsId: string,
  deviceId: string,
  atMs: number,
): Promise<{ key: string; formerId: string }> {
  const { tenantId, userName } = caller;
  const { key, hash } = newLicenceKey();
  const done = await db.transaction().execute(async (transaction) => {
    await lockTerminal(transaction, deviceId);
    const former = await lockThing(transaction, tenantId, thingsId);
    if (!former) throw new ApiError(platformErrors.notFound);
    if (await hasMoved(transaction, tenantId, thingsId)) throw new ApiError(moveErrors.hasMoved);
    if (await isRegistered(transaction, deviceId)) {
      throw new ApiError(deviceErrors.idBound, { field: "third_things_id" });
    }
    await endPresence(transaction, tenantId, thingsId, atMs);
    const bindingNumber = await startBinding(transaction, tenantId, deviceId);
    await assignTerminal(transaction, tenantId, thingsId, { deviceId, bindingNumber, keyHash: hash });
    const tail = ` · ${former.third_things_id.slice(-TAIL)}`;
    const name = `${former.name.slice(0, NAME_MAX - tail.length)}${tail}`;
    const formerId = await createFormerDevice(transaction, tenantId, former, name);
    await moveVehicleChannels(transaction, tenantId, former.binding, bindingNumber);
    await handOverConfig(transaction, caller, thingsId);
    await removeOffer(transaction, tenantId, thingsId);
    await terminalSwapped(transaction, { tenantId, thingsId, formerId, atMs });
    const content = { swapped: former.third_things_id, to: deviceId };
    await appendDeviceLog(transaction, { tenantId, thingsId, kind: "key", content, userName, atMs });
    return { former, formerId };
  });
  const { third_things_id: formerDeviceId, binding } = done.former;
  deviceChanged({ kind: "keyRotated", tenantId, thingsId, deviceId: formerDeviceId, bindingNumber: binding });
  return { key, formerId: done.formerId };
}
