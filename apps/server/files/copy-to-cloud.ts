import { randomUUID } from "node:crypto";
import { fileErrors } from "@canopy/contract/files/errors";
import { LOCATION } from "@canopy/contract/files/file-name";
import { ApiError } from "../platform/http/api-error.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { lockSpace, requireSpace } from "./file-space.ts";
import { copyFileRow, findStored, lockStored, type StoredFile } from "./file-store.ts";

/** A cloud file with the bytes of an FTP file, which stays. One that is there already is not made again. */
export function copyFileToCloud(
  db: Db,
  { tenantId, id }: StoredFile,
): Promise<{ file_id: string; state: "stored" | "repeated" }> {
  return db.transaction().execute(async (trx) => {
    await lockSpace(trx, tenantId);
    // Locked, so that its bytes stay until another file has them.
    const file = await lockStored(trx, tenantId, id);
    if (!file) throw new ApiError(fileErrors.incomplete);
    const here = await findStored(trx, { ...file, location: LOCATION.cloud });
    if (here) return { file_id: here.id, state: "repeated" };
    await requireSpace(trx, tenantId, LOCATION.cloud, file.received);
    const copy = randomUUID();
    await copyFileRow(trx, file, { id: copy, location: LOCATION.cloud });
    return { file_id: copy, state: "stored" };
  });
}
