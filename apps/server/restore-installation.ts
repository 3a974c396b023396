import { existsSync } from "node:fs";
import type pg from "pg";
import { segmentFiles } from "./back-up-installation.ts";
import { openFilePlace } from "./file-parts.ts";
import { BackupFault } from "./operating/backup/backup-fault.ts";
import { findBackup, type NamedManifest } from "./operating/backup/backup-place.ts";
import type { CheckOptions } from "./operating/backup/check-backup.ts";
import { type Emptying, makeEmpty } from "./operating/backup/make-empty.ts";
import type { ListFolder, ObjectList } from "./operating/backup/manifest.ts";
import { objectsIn } from "./operating/backup/object-list.ts";
import { type RestoredPlace, replacedBytes } from "./operating/backup/replaced-bytes.ts";
import {
  type EmptyInstallation,
  type RestoredServer,
  type RestoreReport,
  type RestoreRoom,
  refuseUnfit,
  restoreBackup,
} from "./operating/backup/restore-backup.ts";
import type { Config } from "./platform/config.ts";
import { freeBytesFor, prepareDataFolder } from "./platform/engines/data-folder.ts";
import { lockDataFolder, lockHolder } from "./platform/engines/data-lock.ts";
import type { Files } from "./platform/files/files.ts";
import { bucketInWords } from "./platform/files/s3-url.ts";
import type { Log } from "./platform/log.ts";
import { framesDatabases, makeFramesDatabase } from "./platform/postgres/frames-database.ts";
import { FRAMES_MIGRATIONS, migrate, POSTGRES_MIGRATIONS, readMigrations } from "./platform/postgres/migrate.ts";
import { openDatabase } from "./platform/postgres/open-database.ts";
import { refuseServedElsewhere } from "./platform/postgres/server-elsewhere.ts";
import { withNewPostgres } from "./platform/postgres/with-database.ts";
import { VERSION } from "./version.ts";

export interface RestoreOptions extends CheckOptions, Pick<Emptying, "place" | "mayEmpty"> {
  /** The newest unless said. */
  readonly backup: string | undefined;
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
  const room =
    config.s3 === undefined ? await roomFor(config, options.place, found, options.mayEmpty !== undefined) : undefined;
  await refuseUnfit(options.place, found.manifest, { version: VERSION, room, secret, known, serverCount }, options);
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

/** Of its folder and of what lies there. */
async function roomFor(
  config: Config,
  place: RestoreOptions["place"],
  { manifest }: NamedManifest,
  isEmptied: boolean,
): Promise<RestoreRoom> {
  const { dataFolder } = config;
  const freeBytes = freeBytesFor(dataFolder);
  // Nothing is made before the backup was found fit.
  if (!existsSync(dataFolder)) return { freeBytes, replacedBytes: 0 };
  const places: RestoredPlace[] = [];
  try {
    const add = (files: Files, list: ObjectList, folder: ListFolder) =>
      places.push({ files, objects: objectsIn(place, list, folder), folder });
    for (const { id, number, bodies } of manifest.servers)
      add(await segmentFiles(config, { id, number }), bodies, "bodies");
    add((await openFilePlace(config)).files, manifest.files, "files");
    return { freeBytes, replacedBytes: await replacedBytes(places, isEmptied) };
  } finally {
    for (const { files } of places) await files.close();
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
        where: config.s3 === undefined ? config.dataFolder : `the bucket ${bucketInWords(config.s3)}`,
        migrate: (pool, database, only) => migrate(pool, log, FOLDERS[database], only),
        known,
      };
      await makeEmpty(target, { ...options, s3: config.s3, lake: config.lake });
      return await restoreBackup(options.place, found, target, options);
    } finally {
      for (const step of undo.reverse()) await step();
    }
  });
}
