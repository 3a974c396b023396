import type pg from "pg";
import { segmentFiles } from "./back-up-installation.ts";
import { openFilePlace } from "./file-parts.ts";
import { BackupFault } from "./operating/backup/backup-fault.ts";
import { type BackupPlace, findBackup, type NamedManifest } from "./operating/backup/backup-place.ts";
import type { CheckOptions } from "./operating/backup/check-backup.ts";
import {
  type EmptyInstallation,
  type RestoredServer,
  type RestoreReport,
  refuseUnfit,
  restoreBackup,
} from "./operating/backup/restore-backup.ts";
import type { Config } from "./platform/config.ts";
import { freeBytesFor, prepareDataFolder } from "./platform/engines/data-folder.ts";
import { lockDataFolder, lockHolder } from "./platform/engines/data-lock.ts";
import type { Files } from "./platform/files/files.ts";
import type { Log } from "./platform/log.ts";
import { framesDatabases, makeFramesDatabase } from "./platform/postgres/frames-database.ts";
import { FRAMES_MIGRATIONS, migrate, POSTGRES_MIGRATIONS, readMigrations } from "./platform/postgres/migrate.ts";
import { openDatabase } from "./platform/postgres/open-database.ts";
import { refuseServedElsewhere } from "./platform/postgres/server-elsewhere.ts";
import { withNewPostgres } from "./platform/postgres/with-database.ts";
import { VERSION } from "./version.ts";

export interface RestoreOptions extends CheckOptions {
  readonly place: BackupPlace;
  /** The newest unless said. */
  readonly backup: string | undefined;
  /** Asked before an installation that is not empty is emptied; undefined: it is refused. */
  readonly mayEmpty: ((what: string) => Promise<boolean>) | undefined;
}

const FOLDERS = { metadata: POSTGRES_MIGRATIONS, frames: FRAMES_MIGRATIONS } as const;
const known: EmptyInstallation["known"] = (database) => readMigrations(FOLDERS[database]);

/** OPS-03: a backup into the empty installation of a configuration. Everything is checked before anything is written. */
export async function restoreInstallation(config: Config, log: Log, options: RestoreOptions): Promise<RestoreReport> {
  const holder = lockHolder(config.dataFolder);
  if (holder !== undefined)
    throw new BackupFault(`Canopy runs on ${config.dataFolder} (process ${holder}): stop it first`);
  if (config.databaseUrl === undefined) await refuseServedElsewhere(config.dataFolder);
  const found = await findBackup(options.place, options.backup);
  const serverCount = Math.max(1, config.framesDatabaseUrls.length);
  const { secret } = config;
  const freeBytes = config.s3 === undefined ? freeBytesFor(config.dataFolder) : undefined;
  await refuseUnfit(
    options.place,
    found.manifest,
    { version: VERSION, freeBytes, secret, known, serverCount },
    options,
  );
  if (config.databaseUrl === undefined) return into(config, log, options, found);
  // With a server of its own nobody else takes the lock of the folder.
  prepareDataFolder(config.dataFolder);
  const lock = lockDataFolder(config.dataFolder);
  try {
    return await into(config, log, options, found);
  } finally {
    lock.release();
  }
}

function into(config: Config, log: Log, options: RestoreOptions, found: NamedManifest): Promise<RestoreReport> {
  return withNewPostgres(config, log, async (postgres) => {
    const undo: (() => Promise<void>)[] = [];
    const open = (url: string): pg.Pool => {
      const database = openDatabase({ url, log, maxConnections: 4 });
      undo.push(() => database.close());
      return database.pool;
    };
    const keep = (files: Files): Files => {
      undo.push(() => files.close());
      return files;
    };
    try {
      await makeFramesDatabase(config, postgres);
      const metadata = open(postgres.url);
      const servers: RestoredServer[] = [];
      for (const [i, url] of framesDatabases(config, postgres).entries()) {
        const { id, number } = found.manifest.servers[i] ?? { id: "", number: i + 1 };
        servers.push({ pool: open(url), files: keep(await segmentFiles(config, { id, number })) });
      }
      const { files } = await openFilePlace(config);
      const target: EmptyInstallation = {
        version: VERSION,
        metadata,
        servers,
        files: keep(files),
        dataFolder: config.dataFolder,
        secret: config.secret,
        where: config.s3 === undefined ? config.dataFolder : `the bucket of ${config.s3.setting}`,
        migrate: (pool, database, only) => migrate(pool, log, FOLDERS[database], only),
        known,
      };
      await makeEmpty(target, options);
      return await restoreBackup(options.place, found, target, options);
    } finally {
      for (const step of undo.reverse()) await step();
    }
  });
}

/** Rows that an installation has from its first user, device or file on. */
const METADATA_ROWS = ["users", "bindings", "file_parts"];
/** Below the prefix of a bucket; loggers may write there. */
const INBOX = "inbox/";
const FRAMES_ROWS = ["frame_bindings", "segment_files", "landing"];

async function makeEmpty({ metadata, servers, files, where }: EmptyInstallation, { mayEmpty }: RestoreOptions) {
  const pools = [metadata, ...servers.map(({ pool }) => pool)];
  const rows = [await firstRow(metadata, METADATA_ROWS)];
  for (const { pool } of servers) rows.push(await firstRow(pool, FRAMES_ROWS));
  const found = rows.find((table) => table !== undefined);
  if (found !== undefined) {
    const what = `the installation at ${where} is not empty (its table ${found} has rows)`;
    if (mayEmpty === undefined)
      throw new BackupFault(`${what}: restore into a new data folder and new databases, or use --force`);
    for (const pool of pools) await refuseUsers(pool);
    if (!(await mayEmpty(what))) throw new BackupFault("nothing was changed");
    for (const place of [...servers.map((server) => server.files), files])
      for await (const name of place.list("")) if (!name.startsWith(INBOX)) await place.remove(name);
  }
  for (const pool of pools) await dropSchema(pool, where);
}

/** The first of the tables with a row in it. */
async function firstRow(pool: pg.Pool, tables: readonly string[]): Promise<string | undefined> {
  for (const table of tables) {
    const there = await pool.query<{ table: string | null }>("select to_regclass($1)::text as table", [table]);
    if (!there.rows[0]?.table) continue;
    const row = await pool.query(`select from ${table} limit 1`);
    if (row.rowCount !== 0) return table;
  }
  return undefined;
}

/** A program elsewhere that uses the same server would write into what is being emptied. */
async function refuseUsers(pool: pg.Pool): Promise<void> {
  const others = await pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'canopy'
      and pid <> pg_backend_pid() limit 1`,
  );
  if (others.rowCount !== 0) throw new BackupFault("another Canopy is connected to the database: stop it first");
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
