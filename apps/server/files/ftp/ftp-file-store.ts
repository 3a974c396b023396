import { LOCATION } from "@canopy/contract/files/file-name";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { FtpAccount } from "./ftp-account-store.ts";

export interface FtpFile {
  readonly id: string;
  readonly contentId: string;
  readonly folder: string;
  readonly name: string;
  readonly received: number;
  readonly state: "receiving" | "stored";
  readonly changedMs: number;
}

type Owner = Pick<FtpAccount, "tenantId" | "thingsId">;

const of = ({ tenantId, thingsId }: Owner) =>
  sql`f.tenant_id = ${tenantId} and f.things_id = ${thingsId} and f.location = ${LOCATION.ftp}`;

const SELECTED = sql`select f.id, f.content_id as "contentId", f.folder, f.name, f.received, f.state,
  (extract(epoch from f.updated_at) * 1000)::bigint as "changedMs" from files f`;

/** The newest of the name: one that is being replaced comes after the one that replaces it. */
export async function findFtpFile(
  db: Db,
  owner: Owner,
  { folder, name }: { folder: string; name: string },
): Promise<FtpFile | undefined> {
  const found = await sql<FtpFile>`${SELECTED} where ${of(owner)} and f.folder = ${folder} and f.name = ${name}
    order by f.created_at desc limit 1`.execute(db);
  return found.rows[0];
}

/** Files of a folder; each name once. */
export async function filesIn(db: Db, owner: Owner, folder: string, most: number): Promise<FtpFile[]> {
  const found = await sql<FtpFile>`select * from (select distinct on (x.name) x.* from
      (${SELECTED} where ${of(owner)} and f.folder = ${folder}) x order by x.name, x."changedMs" desc) y
    order by y.name limit ${most}`.execute(db);
  return found.rows;
}

/** Folders with files in them or below. */
export async function foldersOf(db: Db, owner: Owner, most: number): Promise<string[]> {
  const found = await sql<{ folder: string }>`select distinct f.folder from files f
    where ${of(owner)} and f.folder <> '' limit ${most}`.execute(db);
  return found.rows.map(({ folder }) => folder);
}

/** Others of the same name, which this one replaces. */
export async function replacedBy(db: Db, owner: Owner, file: Pick<FtpFile, "id" | "folder" | "name">) {
  const found = await sql<{ id: string }>`select f.id from files f where ${of(owner)} and f.folder = ${file.folder}
    and f.name = ${file.name} and f.id <> ${file.id}`.execute(db);
  return found.rows.map(({ id }) => id);
}

export async function renameFtpFile(
  db: Db,
  owner: Owner,
  id: string,
  { folder, name }: { folder: string; name: string },
): Promise<void> {
  await sql`update files f set folder = ${folder}, name = ${name}, updated_at = now()
    where ${of(owner)} and f.id = ${id}`.execute(db);
}

/** So that bytes can be added to it; false where its content is another file's too. */
export async function reopenFtpFile(db: Db, owner: Owner, id: string): Promise<boolean> {
  const reopened = await sql`update files f set state = 'receiving', size = null, sha256 = null, updated_at = now()
    where ${of(owner)} and f.id = ${id}
      and not exists (select 1 from files o where o.content_id = f.content_id and o.id <> f.id)
    returning 1`.execute(db);
  return reopened.rows.length > 0;
}

/** In the transaction that takes more. */
export async function usedByAccount(db: Db, owner: Owner): Promise<number> {
  const found = await sql<{ used: number }>`select coalesce(sum(f.received), 0)::bigint as used from files f
    where ${of(owner)}`.execute(db);
  return found.rows[0]?.used ?? 0;
}
