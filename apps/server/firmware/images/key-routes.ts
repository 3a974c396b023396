import { firmwareErrors } from "@canopy/contract/firmware/errors";
import { addFirmwareKey, deleteFirmwareKey, listFirmwareKeys, MAX_FIRMWARE_KEYS } from "@canopy/contract/firmware/keys";
import { DELETED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { countKeys, deleteKey, imagesOfKey, insertKey, listKeys } from "./key-store.ts";
import { readPublicKey } from "./signing-key.ts";

/** DEV-08: the private halves are nowhere here. */
export function keyRoutes(db: Db): Route[] {
  return [
    route(listFirmwareKeys, async ({ caller }) => ({ list: await listKeys(db, caller.tenantId) })),
    route(addFirmwareKey, async ({ caller, body }) => {
      const { tenantId, userName } = caller;
      const publicKey = readPublicKey(body.public_key);
      if (!publicKey) throw new ApiError(firmwareErrors.keyInvalid, { field: "public_key" });
      if ((await countKeys(db, tenantId)) >= MAX_FIRMWARE_KEYS)
        throw new ApiError(firmwareErrors.tooManyKeys, { values: { limit: MAX_FIRMWARE_KEYS } });
      const made = await insertKey(db, { tenantId, userName, name: body.name, publicKey });
      if (!made) throw new ApiError(firmwareErrors.keyNameTaken, { field: "name" });
      return { data: made };
    }),
    route(deleteFirmwareKey, async ({ caller, params, language }) => {
      const used = await imagesOfKey(db, caller.tenantId, params.key_id);
      if (used.length > 0) throw new ApiError(firmwareErrors.keyInUse, { values: { versions: used.join(", ") } });
      if (!(await deleteKey(db, caller.tenantId, params.key_id))) throw new ApiError(platformErrors.notFound);
      return { message: DELETED[language] };
    }),
  ];
}
