import { typeErrors } from "@canopy/contract/devices/errors";
import type { InfoModel, NewInfoModel, typeInUse } from "@canopy/contract/devices/info-models";
import type { z } from "zod";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { DeviceServices } from "../device-services.ts";
import { lockTenantThings } from "../fleet/thing-store.ts";
import { countTypes, countUses, deleteType, insertType, lockTypeVersion, updateType } from "./info-model-store.ts";
import { allTypeUses, type TypeUses } from "./type-uses.ts";

export interface TypeServices extends Pick<DeviceServices, "db" | "limitOf"> {
  /** Of rules and outputs. */
  readonly typeUses: readonly TypeUses[];
}

/** DEV-04, CAP-01: within the package's `info_model`. */
export async function createType(
  { db, limitOf }: TypeServices,
  tenantId: string,
  wanted: NewInfoModel,
): Promise<InfoModel> {
  const limit = await limitOf(tenantId, "info_model");
  return db.transaction().execute(async (transaction) => {
    await lockTenantThings(transaction, tenantId);
    if (limit !== null && (await countTypes(transaction, tenantId)) >= limit) {
      throw new ApiError(typeErrors.typeLimit, { values: { limit } });
    }
    const made = await insertType(transaction, tenantId, wanted);
    if (!made) throw new ApiError(typeErrors.typeNameTaken, { field: "name" });
    return made;
  });
}

/** DEV-04: replaces the whole type; with a version, only if it is still the newest. */
export async function changeType(
  db: Db,
  tenantId: string,
  id: string,
  { version: seen, ...wanted }: NewInfoModel & { version?: number | undefined },
): Promise<InfoModel> {
  return db.transaction().execute(async (transaction) => {
    const version = await lockTypeVersion(transaction, tenantId, id);
    if (seen !== undefined && version !== seen) throw new ApiError(typeErrors.typeStale);
    const changed = await updateType(transaction, tenantId, id, wanted);
    if (!changed) throw new ApiError(typeErrors.typeNameTaken, { field: "name" });
    return changed;
  });
}

/**
 * DEV-04: in use, it is refused with the counts unless forced; then its devices keep their data and become untyped, and
 * rules on it go. Nothing of another tenant is changed or deleted by that: such a type can only be withdrawn.
 */
export async function removeType(
  { db, typeUses }: TypeServices,
  tenantId: string,
  id: string,
  mode: "force" | "ifUnused",
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Nobody begins to use it meanwhile: counted is what was committed before.
    await lockTypeVersion(transaction, tenantId, id);
    const devices = await countUses(transaction, tenantId, id);
    const rules = await allTypeUses(typeUses, transaction, tenantId, id);
    const others = devices.others + rules.others;
    if (others > 0) throw new ApiError(typeErrors.typeUsedByOthers, { values: { count: others } });
    if (devices.own + rules.own > 0 && mode !== "force") {
      const details: z.output<typeof typeInUse> = { count: devices.own, rules: rules.own };
      throw new ApiError(typeErrors.typeInUse, { values: details, details });
    }
    await deleteType(transaction, tenantId, id);
  });
}
