import { deviceErrors } from "@canopy/contract/devices/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { hashLicence } from "./licence.ts";
import { readLicenceConfig, wasIssued } from "./licence-store.ts";

interface Licensed {
  licence: string | null;
  info_model_id: string | null;
  third_things_id: string;
}

/** DEV-03: where the configuration asks for it, a device needs a licence that was issued for its type and its ID. */
export async function checkLicence(db: Db, device: Licensed): Promise<void> {
  const { required } = await readLicenceConfig(db);
  if (!required) return;
  const { licence, info_model_id: type, third_things_id: deviceId } = device;
  const isGood = licence && type && (await wasIssued(db, type, deviceId, hashLicence(licence)));
  if (!isGood) throw new ApiError(deviceErrors.licenceInvalid, { field: "licence" });
}
