import { packageOf } from "../../capacity/package-store.ts";
import { bytesOfGigabytes, type StorageNumbers } from "../../capacity/storage-room.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { FrameStore } from "../store/frame-store.ts";

interface StorageParts {
  readonly db: Db;
  readonly frames: Pick<FrameStore, "usage">;
}

/** CAP-02, CAP-05: the package's data space and its usage. */
export async function tenantStorage({ db, frames }: StorageParts, tenantId: string): Promise<StorageNumbers> {
  const [{ database_storage_space }, { bytes }] = await Promise.all([
    packageOf(db, tenantId),
    frames.usage.ofTenant(tenantId),
  ]);
  return { limit: bytesOfGigabytes(database_storage_space), used: bytes };
}
