import type pg from "pg";
import type { Files } from "../../../platform/files/files.ts";
import { isInS3Folder } from "../../../platform/files/s3-folders.ts";
import { LEASED } from "../../../platform/postgres/backup-lease.ts";
import { FILES_MARK, OTHER_SERVERS } from "./files-mark.ts";
import { isStoreName } from "./segment-file-store.ts";

interface StorePlaceParts {
  readonly pool: pg.Pool;
  readonly files: Files;
}

export interface UnnamedFile {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Files of a frame server's place that no row names. The row of a new file is committed before it is written, and names are
 * listed before the rows are read: no file that is being written is among them.
 */
export async function* unnamedFiles({ pool, files }: StorePlaceParts): AsyncGenerator<UnnamedFile, void, undefined> {
  const names: string[] = [];
  for await (const name of files.list("")) if (!name.startsWith(OTHER_SERVERS)) names.push(name);
  const found = await pool.query<{ name: string }>("select name from segment_files");
  const known = new Set(found.rows.map(({ name }) => name));
  for (const name of names) {
    if (name === FILES_MARK || isInS3Folder(name) || known.has(name) || known.has(name.replace(/\.part$/, "")))
      continue;
    // It may have been swept before it was listed, or since.
    const bytes = await files.size(name);
    if (bytes !== undefined) yield { name, bytes };
  }
}

/** A backup copies by rows of the moment when it began: what it names may have lost its row since. */
export class BackupRuns extends Error {}

/** Those of them that a frame server gave their names: after a recovery to a point in time, what was written later. */
export async function removeUnnamed(
  parts: StorePlaceParts,
  { isDry, told }: { readonly isDry: boolean; told(file: UnnamedFile): void },
): Promise<void> {
  const leased = await parts.pool.query<{ leased: boolean }>(`select ${LEASED} as leased`);
  if (leased.rows[0]?.leased) throw new BackupRuns("a backup is being made: wait until it has ended");
  for await (const file of unnamedFiles(parts)) {
    if (!isStoreName(file.name)) continue;
    if (!isDry) await parts.files.remove(file.name);
    told(file);
  }
}
