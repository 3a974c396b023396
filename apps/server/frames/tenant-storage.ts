import { packageOf } from "../capacity/package-store.ts";
import { bytesOfGigabytes, type StorageNumbers } from "../capacity/storage-room.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { usageOfTenant } from "./usage-store.ts";

/** CAP-02, CAP-05: the package's data space and what of it is used. */
export async function tenantStorage(db: Db, tenantId: string): Promise<StorageNumbers> {
  const [{ database_storage_space }, { bytes }] = await Promise.all([
    packageOf(db, tenantId),
    usageOfTenant(db, tenantId),
  ]);
  return { limit: bytesOfGigabytes(database_storage_space), used: bytes };
}
