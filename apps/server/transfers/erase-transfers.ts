import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import { downloadFolder, removeFolder, uploadFile } from "./transfer-folder.ts";

/** The files of a tenant's downloads and uploads; its rows go with the tenant. */
export async function eraseTransfers(db: Db, folder: string, tenantId: string): Promise<void> {
  const downloads = await sql<{ id: string }>`select id from download_tasks where tenant_id = ${tenantId}`.execute(db);
  for (const { id } of downloads.rows) await removeFolder(downloadFolder(folder, id));
  const uploads = await sql<{ id: string }>`select id from import_tasks where tenant_id = ${tenantId}`.execute(db);
  for (const { id } of uploads.rows) await removeFolder(uploadFile(folder, id));
}
