import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import { type FlashProfile, flashProfile } from "@canopy/contract/diagnosis/flashing/flows";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { findProfile, saveProfile, setPackage } from "./flow-store.ts";
import { outsideOf } from "./memory-map.ts";
import { findPackage } from "./package-store.ts";

/** UDS-04: a package of this tenant, and of no address that the ECU has not, as far as its memory is known. */
export async function refuseForeign(
  db: Db,
  tenantId: string,
  { package_id, memory }: Pick<FlashProfile, "package_id" | "memory">,
): Promise<void> {
  if (package_id === null) return;
  const found = await findPackage(db, tenantId, package_id);
  if (!found) throw new ApiError(platformErrors.notFound);
  const range = memory.length > 0 ? outsideOf(memory, found.segments) : undefined;
  if (range !== undefined) throw new ApiError(flashErrors.packageForeign, { values: { range }, field: "package_id" });
}

/** UDS-03: of the flash settings the package alone. */
export async function choosePackage(
  db: Db,
  { tenantId, ecuId }: { tenantId: string; ecuId: string },
  package_id: string | null,
): Promise<void> {
  const profile = await findProfile(db, tenantId, ecuId);
  await refuseForeign(db, tenantId, { package_id, memory: profile?.memory ?? [] });
  if (profile) await setPackage(db, tenantId, ecuId, package_id);
  else if (package_id !== null) await saveProfile(db, tenantId, ecuId, { ...flashProfile.parse({}), package_id });
}
