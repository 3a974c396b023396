import type pg from "pg";
import { FILES_MARK, readMark } from "../../frames/store/files/files-mark.ts";
import { type DirectPlace, isBelow } from "../../platform/files/open-files.ts";
import type { S3Settings } from "../../platform/files/s3-url.ts";
import { hasOtherUsers } from "../../platform/postgres/has-other-users.ts";
import { hasTable } from "../../platform/postgres/has-table.ts";
import { BackupFault } from "./backup-fault.ts";
import type { BackupPlace } from "./backup-place.ts";
import { isEmptiedName } from "./replaced-bytes.ts";
import type { EmptyInstallation, RestoredServer } from "./restore-backup.ts";

export interface Emptying {
  /** Of the backup that is restored. */
  readonly place: BackupPlace;
  readonly s3: S3Settings | undefined;
  readonly lake: DirectPlace;
  /** Asked before an installation that is not empty is emptied: what it is, and the word to enter. Undefined: it is refused. */
  readonly mayEmpty: ((what: string, word: string) => Promise<boolean>) | undefined;
}

/** Rows that an installation has from its first user, device or file on. */
const METADATA_ROWS = ["users", "bindings", "file_parts"];
const FRAMES_ROWS = ["frame_bindings", "segment_files", "landing"];

export async function makeEmpty(target: EmptyInstallation, emptying: Emptying): Promise<void> {
  const { metadata, servers, where } = target;
  const pools = [metadata, ...servers.map(({ pool }) => pool)];
  const { mayEmpty, s3 } = emptying;
  const what = await whatIsThere(target);
  if (what !== undefined && mayEmpty === undefined)
    throw new BackupFault(`${what}: restore into a new data folder or prefix and new databases, or use --force`);
  // Those that run on databases without rows lose their tables too, and go on beside what is restored.
  for (const pool of pools) await refuseUsers(pool);
  if (what !== undefined) {
    refuseBelow(emptying);
    if (!(await mayEmpty?.(what, s3 === undefined ? "empty" : `${s3.bucket}/${s3.prefix}`.replace(/\/$/, ""))))
      throw new BackupFault("nothing was changed");
    await removeFiles(target);
  }
  // That of an installation that was started and never used. The last thing that is restored is the mark.
  for (const { files } of servers) await files.remove(FILES_MARK);
  for (const pool of pools) await dropSchema(pool, where);
}

/** Undefined: nothing. */
async function whatIsThere({ metadata, servers, where }: EmptyInstallation): Promise<string | undefined> {
  const rows = [await firstRow(metadata, METADATA_ROWS)];
  for (const { pool } of servers) rows.push(await firstRow(pool, FRAMES_ROWS));
  const found = rows.find((table) => table !== undefined);
  if (found !== undefined) return `the installation at ${where} is not empty (its table ${found} has rows)`;
  for (const server of servers)
    if (await hasOthersSegments(server))
      return `${where} has the segments of another installation, or of one whose databases are gone`;
  return undefined;
}

/** The first of the tables with a row in it. */
async function firstRow(pool: pg.Pool, tables: readonly string[]): Promise<string | undefined> {
  for (const table of tables) {
    if (!(await hasTable(pool, table))) continue;
    const row = await pool.query(`select from ${table} limit 1`);
    if (row.rowCount !== 0) return table;
  }
  return undefined;
}

/** Whoever uses them would lose what is written over, merged and swept here. */
async function hasOthersSegments({ pool, files }: RestoredServer): Promise<boolean> {
  const mark = await readMark(files);
  if (!mark) return false;
  if (!(await hasTable(pool, "frame_server"))) return true;
  const own = await pool.query<{ id: string }>("select id from frame_server");
  return own.rows[0]?.id !== mark;
}

/** A program elsewhere that uses the same server would write into what is being emptied. */
async function refuseUsers(pool: pg.Pool): Promise<void> {
  if (await hasOtherUsers(pool)) throw new BackupFault("another Canopy is connected to the database: stop it first");
}

/** What lies there may have names of ours. */
function refuseBelow({ place, lake, s3 }: Emptying): void {
  if (s3 === undefined) return;
  for (const [what, at] of [
    [`the backup at ${place.where}`, place.at],
    ["CANOPY_LAKE", lake],
  ] as const)
    if (isBelow(at, s3))
      throw new BackupFault(
        `${what} lies below S3_URL, which would be emptied: move it elsewhere, or set S3_URL to another prefix`,
      );
}

/** A bucket may hold more than an installation: what has no name of ours stays, and so does the inbox. */
async function removeFiles({ servers, files }: EmptyInstallation): Promise<void> {
  for (const server of servers)
    for await (const name of server.files.list("")) if (isEmptiedName(name)) await server.files.remove(name);
  for await (const name of files.list("")) await files.remove(name);
}

/** The tables of an installation without rows may be newer than the backup: the migrations make them anew. */
async function dropSchema(pool: pg.Pool, where: string): Promise<void> {
  const found = await pool.query<{ tables: number; is_ours: boolean }>(
    `select count(*) as tables, coalesce(bool_or(tablename = 'schema_migrations'), false) as is_ours
      from pg_tables where schemaname = 'public'`,
  );
  const { tables, is_ours } = found.rows[0] ?? { tables: 0, is_ours: false };
  if (tables === 0) return;
  if (!is_ours) throw new BackupFault(`a database of ${where} has tables of another program: name an empty one`);
  await pool.query("drop schema if exists pgboss cascade");
  await pool.query("drop schema public cascade");
  await pool.query("create schema public");
}
