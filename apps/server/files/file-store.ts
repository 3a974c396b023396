import type { FileLocation, FileSource } from "@canopy/contract/files/file-name";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

export interface StoredFile {
  readonly id: string;
  readonly tenantId: string;
  readonly location: FileLocation;
  readonly thingsId: string | null;
  readonly userId: string | null;
  readonly source: FileSource;
  readonly folder: string;
  readonly name: string;
  readonly isPublic: boolean;
  /** Null: known at its end. */
  readonly size: number | null;
  readonly received: number;
  readonly sha256: string | null;
  readonly state: "receiving" | "stored";
  readonly contentId: string;
  readonly createdMs: number;
}

export interface NewStoredFile
  extends Pick<StoredFile, "id" | "tenantId" | "location" | "thingsId" | "userId" | "source" | "name" | "contentId"> {
  readonly userName?: string;
  readonly folder?: string;
  readonly fileType?: string;
  readonly isPublic?: boolean;
  readonly size: number | null;
  readonly sha256: string | null;
  readonly uploadHash: Buffer | null;
}

const SELECTED = sql`select f.id, f.tenant_id as "tenantId", f.location, f.things_id as "thingsId",
    f.user_id as "userId", f.source, f.folder, f.name, f.is_public as "isPublic", f.size, f.received, f.sha256, f.state,
    f.content_id as "contentId", (extract(epoch from f.created_at) * 1000)::bigint as "createdMs"
  from files f`;

/** A begun upload that nothing came of for so long is given up. */
export const UNFINISHED_DAYS = 7;

/** False: there is one of the name (files of a tenant). */
export async function insertFile(db: Db, file: NewStoredFile): Promise<boolean> {
  const inserted = await sql`insert into files (id, tenant_id, location, things_id, user_id, user_name, source, folder,
      name, file_type, is_public, size, sha256, content_id, upload_hash)
    values (${file.id}, ${file.tenantId}, ${file.location}, ${file.thingsId}, ${file.userId}, ${file.userName ?? ""},
      ${file.source}, ${file.folder ?? ""}, ${file.name}, ${file.fileType ?? ""}, ${file.isPublic ?? false},
      ${file.size}, ${file.sha256}, ${file.contentId}, ${file.uploadHash})
    on conflict do nothing returning 1`.execute(db);
  return inserted.rows.length > 0;
}

export async function getFile(db: Db, tenantId: string, id: string): Promise<StoredFile | undefined> {
  const found = await sql<StoredFile>`${SELECTED} where f.tenant_id = ${tenantId} and f.id = ${id}`.execute(db);
  return found.rows[0];
}

/** The token says which tenant. */
export async function fileOfUpload(db: Db, uploadHash: Buffer): Promise<StoredFile | undefined> {
  const found = await sql<StoredFile>`${SELECTED} where f.upload_hash = ${uploadHash}`.execute(db);
  return found.rows[0];
}

/** The same file of the same device that has begun and was cut. */
export async function unfinishedFile(
  db: Db,
  wanted: Pick<StoredFile, "tenantId" | "thingsId" | "location" | "source" | "name" | "size" | "sha256">,
): Promise<StoredFile | undefined> {
  const found = await sql<StoredFile>`${SELECTED} where f.tenant_id = ${wanted.tenantId}
      and f.things_id = ${wanted.thingsId} and f.location = ${wanted.location} and f.source = ${wanted.source}
      and f.name = ${wanted.name} and f.size = ${wanted.size} and f.sha256 is not distinct from ${wanted.sha256}
      and f.state = 'receiving'
    order by f.created_at desc limit 1`.execute(db);
  return found.rows[0];
}

export async function setUpload(db: Db, file: StoredFile, uploadHash: Buffer): Promise<void> {
  await sql`update files set upload_hash = ${uploadHash}, updated_at = now()
    where tenant_id = ${file.tenantId} and id = ${file.id}`.execute(db);
}

/** False: another request was faster, or it is gone. */
export async function addReceived(db: Db, file: StoredFile, at: number, bytes: number): Promise<boolean> {
  const added = await sql`update files set received = received + ${bytes}, updated_at = now()
    where tenant_id = ${file.tenantId} and id = ${file.id} and state = 'receiving' and received = ${at}
      and content_id = ${file.contentId} returning 1`.execute(db);
  return added.rows.length > 0;
}

/** What came was not what was promised. */
export async function resetReceived(db: Db, file: StoredFile): Promise<void> {
  await sql`update files set received = 0, updated_at = now()
    where tenant_id = ${file.tenantId} and id = ${file.id} and state = 'receiving'`.execute(db);
}

/** A file of the same device with the same content, locked so that its parts stay. */
export async function lockSameFile(
  db: Db,
  file: StoredFile,
  sha256: string,
): Promise<Pick<StoredFile, "id" | "name" | "folder" | "contentId"> | undefined> {
  const found = await sql<Pick<StoredFile, "id" | "name" | "folder" | "contentId">>`
    select f.id, f.name, f.folder, f.content_id as "contentId" from files f
    where f.tenant_id = ${file.tenantId} and f.things_id = ${file.thingsId} and f.location = ${file.location}
      and f.state = 'stored' and f.sha256 = ${sha256} and f.size = ${file.received} and f.id <> ${file.id}
    order by (f.name = ${file.name} and f.folder = ${file.folder}) desc, f.created_at limit 1 for update`.execute(db);
  return found.rows[0];
}

/** With the right to send it: an answer that was lost can be asked for again. */
export async function countRepeat(db: Db, tenantId: string, id: string, uploadHash: Buffer | null): Promise<void> {
  await sql`update files set repeats = repeats + 1, upload_hash = coalesce(${uploadHash}, upload_hash),
      updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

/** A file of this name and content that is here, which is counted as sent again. */
export async function findStored(
  db: Db,
  wanted: Pick<StoredFile, "tenantId" | "thingsId" | "location" | "name" | "size" | "sha256">,
): Promise<StoredFile | undefined> {
  const found = await sql<StoredFile>`${SELECTED} where f.tenant_id = ${wanted.tenantId}
      and f.things_id = ${wanted.thingsId} and f.location = ${wanted.location} and f.name = ${wanted.name}
      and f.size = ${wanted.size} and f.sha256 = ${wanted.sha256?.toLowerCase() ?? null} and f.state = 'stored'
    limit 1`.execute(db);
  return found.rows[0];
}

/** Of a whole file, locked. */
export async function lockStored(db: Db, tenantId: string, id: string): Promise<StoredFile | undefined> {
  const found = await sql<StoredFile>`${SELECTED} where f.tenant_id = ${tenantId} and f.id = ${id}
    and f.state = 'stored' for update`.execute(db);
  return found.rows[0];
}

/** Another file with the same bytes, in another place. */
export async function copyFileRow(
  db: Db,
  file: StoredFile,
  { id, location }: Pick<StoredFile, "id" | "location">,
): Promise<void> {
  await sql`insert into files (id, tenant_id, location, things_id, user_id, user_name, source, folder, name, size,
      received, sha256, state, content_id, first_us, last_us)
    select ${id}, tenant_id, ${location}, things_id, user_id, user_name, source, folder, name, size, received, sha256,
      state, content_id, first_us, last_us
    from files where tenant_id = ${file.tenantId} and id = ${file.id}`.execute(db);
}

interface Ending {
  readonly sha256: string;
  /** Where the content was here already. */
  readonly contentId: string;
  readonly sameAs: string | null;
}

/** False: it was deleted, or finished by another request. */
export async function markStored(db: Db, file: StoredFile, { sha256, contentId, sameAs }: Ending): Promise<boolean> {
  const marked = await sql`update files set state = 'stored', size = received, sha256 = ${sha256},
      content_id = ${contentId}, same_as = ${sameAs}, updated_at = now()
    where tenant_id = ${file.tenantId} and id = ${file.id} and state = 'receiving' and received = ${file.received}
    returning 1`.execute(db);
  return marked.rows.length > 0;
}

/** Their contents; parts that nobody else has are dropped by `dropParts`. */
export async function deleteFileRows(
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<{ contentIds: string[]; uploadHash: Buffer | null; count: number; bytes: number }> {
  const gone = await sql<{ contentId: string; uploadHash: Buffer | null; bytes: number }>`delete from files
    where tenant_id = ${tenantId} and id = any(${[...ids]}::uuid[])
    returning content_id as "contentId", upload_hash as "uploadHash", received as bytes`.execute(db);
  const bytes = gone.rows.reduce((sum, row) => sum + row.bytes, 0);
  const contentIds = gone.rows.map(({ contentId }) => contentId);
  return { contentIds, uploadHash: gone.rows[0]?.uploadHash ?? null, count: gone.rows.length, bytes };
}

/** Of all tenants: files of devices and tenants that are gone, and uploads that nobody goes on with. */
export async function abandonedFiles(db: Db, most: number): Promise<{ tenantId: string; id: string }[]> {
  const found = await sql<{ tenantId: string; id: string }>`select f.tenant_id as "tenantId", f.id from files f
    where (f.things_id is not null
        and not exists (select 1 from things t where t.tenant_id = f.tenant_id and t.id = f.things_id))
      or not exists (select 1 from tenants n where n.id = f.tenant_id)
      or (f.state = 'receiving' and f.updated_at < now() - ${UNFINISHED_DAYS} * interval '1 day')
    limit ${most}`.execute(db);
  return found.rows;
}

export async function fileIdsOf(db: Db, tenantId: string, most: number): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from files where tenant_id = ${tenantId} limit ${most}`.execute(db);
  return found.rows.map(({ id }) => id);
}
