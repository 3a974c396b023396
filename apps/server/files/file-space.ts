import { fileErrors } from "@canopy/contract/files/errors";
import { type FileLocation, LOCATION } from "@canopy/contract/files/file-name";
import { sql } from "kysely";
import { packageOf } from "../capacity/package-store.ts";
import { bytesOfGigabytes } from "../capacity/storage-room.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Db } from "../platform/postgres/schema.ts";

/** Files of one content take its room once; one that is on its way has the room of all its bytes. */
export async function usedSpace(db: Db, tenantId: string): Promise<{ cloud: number; ftp: number; files: number }> {
  const found = await sql<{ cloud: number; ftp: number; files: number }>`
    select coalesce(sum(c.bytes) filter (where not c.is_ftp), 0)::bigint as cloud,
      coalesce(sum(c.bytes) filter (where c.is_ftp), 0)::bigint as ftp, coalesce(sum(c.files), 0)::int as files
    from (select bool_and(f.location = ${LOCATION.ftp}) as is_ftp, max(greatest(f.size, f.received)) as bytes,
        count(*) as files
      from files f where f.tenant_id = ${tenantId} group by f.content_id) c`.execute(db);
  return found.rows[0] ?? { cloud: 0, ftp: 0, files: 0 };
}

export interface FileSpace {
  readonly limit: number | null;
  readonly used: number;
}

/** CAP-01: FTP files have a space of their own. */
export async function fileSpace(db: Db, tenantId: string, location: FileLocation): Promise<FileSpace> {
  const [content, used] = await Promise.all([packageOf(db, tenantId), usedSpace(db, tenantId)]);
  return location === LOCATION.ftp
    ? { limit: bytesOfGigabytes(content.ftp_storage_space), used: used.ftp }
    : { limit: bytesOfGigabytes(content.file_storage_space), used: used.cloud };
}

/** In a transaction: until its end nobody else of the tenant takes room. */
export async function lockSpace(db: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${tenantId}, 54))`.execute(db);
}

/** CAP-01: room for one more file of this size, under `lockSpace`. */
export async function requireSpace(db: Db, tenantId: string, location: FileLocation, bytes: number): Promise<void> {
  await requireBytes(db, tenantId, location, bytes);
  const { maximum_total_number_documents_stored: limit } = await packageOf(db, tenantId);
  if (limit !== null && (await usedSpace(db, tenantId)).files >= limit)
    throw new ApiError(fileErrors.tooManyFiles, { values: { limit } });
}

export async function requireBytes(db: Db, tenantId: string, location: FileLocation, bytes: number): Promise<void> {
  const { limit, used } = await fileSpace(db, tenantId, location);
  if (limit === null || used + bytes <= limit) return;
  const values = { left: Math.max(0, limit - used), size: bytes };
  throw new ApiError(fileErrors.spaceFull, { values });
}
