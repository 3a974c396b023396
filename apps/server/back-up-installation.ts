import { openFilePlace } from "./file-parts.ts";
import { addressOf } from "./frames/servers/frame-server.ts";
import { placeOf } from "./frames/servers/open-servers.ts";
import { installationOf, numberServers, readIdentity, refuseWrongServers } from "./frames/servers/server-registry.ts";
import { BackupFault } from "./operating/backup/backup-fault.ts";
import { type BackupOptions, type BackupReport, makeBackup, type SavedServer } from "./operating/backup/make-backup.ts";
import { SECRET_FILES } from "./operating/backup/manifest.ts";
import type { Config } from "./platform/config.ts";
import type { Files } from "./platform/files/files.ts";
import { FolderFiles } from "./platform/files/folder-files.ts";
import { isBelow, openFar } from "./platform/files/open-files.ts";
import type { Log } from "./platform/log.ts";
import { framesDatabases, reachFramesDatabase } from "./platform/postgres/frames-database.ts";
import { hasTable } from "./platform/postgres/has-table.ts";
import { type Database, openDatabase } from "./platform/postgres/open-database.ts";
import { type OperatorPostgres, withPostgres } from "./platform/postgres/with-database.ts";
import { storedSecret } from "./platform/secret.ts";
import { VERSION } from "./version.ts";

/** OPS-03: saves the installation of a configuration while it runs, or stopped. Nothing is migrated. */
export async function backUpInstallation(config: Config, log: Log, options: BackupOptions): Promise<BackupReport> {
  const { at, where } = options.place;
  if (config.s3 !== undefined && isBelow(at, config.s3))
    throw new BackupFault(`${where} lies below S3_URL, which a restore may have to empty: take a place beside it`);
  return withPostgres(config, log, async (postgres) => {
    const undo: (() => Promise<void>)[] = [];
    try {
      return await backUp(config, { postgres, log, undo }, options);
    } finally {
      for (const step of undo.reverse()) await step();
    }
  });
}

interface Opening {
  readonly postgres: OperatorPostgres;
  readonly log: Log;
  readonly undo: (() => Promise<void>)[];
}

async function backUp(config: Config, opening: Opening, options: BackupOptions): Promise<BackupReport> {
  const { postgres, undo } = opening;
  const metadata = opened(postgres.url, opening);
  await refuseUnstarted(metadata, "schema_migrations", "it was never started");
  if (postgres.isBorrowed) await refuseUnstarted(metadata, "backup_leases", "start this version of Canopy on it first");
  const { files } = await openFilePlace(config);
  undo.push(() => files.close());
  return makeBackup(
    {
      id: await installationOf(metadata.db),
      version: VERSION,
      metadata: metadata.pool,
      servers: await savedServers(config, metadata, opening),
      files,
      dataFolder: config.dataFolder,
      secret: storedSecret(config),
      // The operator's own secret is not written to places of the product.
      secretFiles: config.secret === undefined ? SECRET_FILES : SECRET_FILES.filter((path) => path !== "secret"),
      isStill: !postgres.isBorrowed,
    },
    options,
  );
}

function opened(url: string, { log, undo }: Opening): Database {
  const database = openDatabase({ url, log, maxConnections: 4 });
  undo.push(() => database.close());
  return database;
}

async function refuseUnstarted({ pool }: Database, table: string, why: string): Promise<void> {
  if (!(await hasTable(pool, table))) throw new BackupFault(`there is nothing to back up in this installation: ${why}`);
}

async function savedServers(config: Config, metadata: Database, opening: Opening): Promise<SavedServer[]> {
  const reached = [];
  for (const url of framesDatabases(config, opening.postgres)) {
    const { pool } = opened(url, opening);
    await reachFramesDatabase(pool, ` at ${addressOf(url)}`);
    reached.push({ pool, identity: await readIdentity(pool, addressOf(url)) });
  }
  const identities = reached.map(({ identity }) => identity);
  await refuseWrongServers(metadata.db, identities);
  const servers: SavedServer[] = [];
  for (const { id, number } of await numberServers(metadata.db, identities)) {
    const pool = reached.find(({ identity }) => identity.id === id)?.pool;
    if (pool === undefined) continue;
    const files = await segmentFiles(config, { id, number });
    opening.undo.push(() => files.close());
    servers.push({ id, number, pool, files });
  }
  return servers;
}

/** Of a frame server, without a cache. */
export async function segmentFiles(
  config: Pick<Config, "dataFolder" | "s3">,
  server: { readonly id: string; readonly number: number },
): Promise<Files> {
  const { folder, s3 } = placeOf(config, server);
  return s3 === undefined ? new FolderFiles(folder) : openFar(s3);
}
