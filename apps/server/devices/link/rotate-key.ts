import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { appendDeviceLog } from "../device-log-store.ts";
import type { DeviceServices } from "../device-services.ts";
import { replaceKey } from "../fleet/thing-store.ts";
import { newLicenceKey } from "../licences/licence-key.ts";

/** DEV-02: the old key is void at once; the new one is answered once and never known again. */
export async function rotateKey(
  { db, deviceChanged }: DeviceServices,
  caller: Caller,
  thingsId: string,
  atMs: number,
): Promise<string> {
  const { tenantId, userName } = caller;
  const { key, hash } = newLicenceKey();
  const device = await db.transaction().execute(async (transaction) => {
    const changed = await replaceKey(transaction, tenantId, thingsId, hash);
    if (!changed) throw new ApiError(platformErrors.notFound);
    await appendDeviceLog(transaction, { tenantId, thingsId, kind: "key", userName, atMs });
    return changed;
  });
  deviceChanged({ kind: "keyRotated", tenantId, ...device });
  return key;
}
