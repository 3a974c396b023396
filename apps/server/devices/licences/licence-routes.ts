import { generateLicence, licenceConfig, setLicenceConfig } from "@canopy/contract/devices/licences";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { findType } from "../types/info-model-store.ts";
import { hashLicence, licenceText } from "./licence.ts";
import { insertLicence, readLicenceConfig, storeLicenceConfig } from "./licence-store.ts";

/** DEV-03 */
export function licenceRoutes(db: Db): Route[] {
  return [
    route(generateLicence, async ({ caller, body }) => {
      const { info_model_id: infoModelId, third_things_id: deviceId } = body;
      const { tenantId, userId } = caller;
      const type = await findType(db, tenantId, infoModelId);
      if (!type) throw new ApiError(platformErrors.notFound);
      // Only the owner of a type issues licences for it.
      if (!type.own) throw new ApiError(platformErrors.forbidden);
      const data = licenceText(body.secret, type.id, deviceId);
      await insertLicence(db, { tenantId, userId, infoModelId, deviceId, licenceHash: hashLicence(data) });
      return { data };
    }),
    route(licenceConfig, async () => ({ data: await readLicenceConfig(db) })),
    route(setLicenceConfig, async ({ body }) => {
      await storeLicenceConfig(db, body);
      return { data: body };
    }),
  ];
}
