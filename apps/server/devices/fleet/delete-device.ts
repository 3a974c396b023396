import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { requireLevel } from "../../platform/http/check-devices.ts";
import { endBindings } from "../binding-store.ts";
import type { DeviceServices } from "../device-services.ts";
import { deviceLevels } from "../rights/device-level-store.ts";
import { childrenOf, deleteThings } from "./thing-store.ts";

/** Ends the device and its binding; the sub-devices of a gateway go along or stay without one (DEV-09). */
export function deleteDevice(
  services: DeviceServices,
  caller: Caller,
  thingsId: string,
  children: Children,
): Promise<void> {
  return deleteDevices(services, caller, [thingsId], children);
}

type Children = "deleteChildren" | "keepChildren";

/** All of them or none. */
export async function deleteDevices(
  { db, deviceChanged }: DeviceServices,
  caller: Caller,
  thingsIds: readonly string[],
  children: Children,
): Promise<void> {
  const { tenantId } = caller;
  const along: string[] = [];
  if (children === "deleteChildren") {
    for (const id of thingsIds) along.push(...(await childrenOf(db, tenantId, id)));
  }
  await requireLevel(caller, along, "write", (who, ids) => deviceLevels(db, who, ids));
  const gone = await db.transaction().execute(async (transaction) => {
    const deleted = await deleteThings(transaction, tenantId, [...thingsIds, ...along]);
    if (deleted.length === 0) throw new ApiError(platformErrors.notFound);
    const numbers = deleted.map(({ bindingNumber }) => bindingNumber);
    await endBindings(transaction, tenantId, numbers, "deleted");
    return deleted;
  });
  for (const device of gone) deviceChanged({ kind: "deleted", tenantId, ...device });
}
