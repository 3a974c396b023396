import { existsSync } from "node:fs";
import type { Config } from "../config.ts";
import { prepareDataFolder } from "../engines/data-folder.ts";
import { lockDataFolder, lockHolder } from "../engines/data-lock.ts";
import { engineHome, locateEngineHome } from "../engines/engine-home.ts";
import { StartFault } from "../engines/start-fault.ts";
import type { Log } from "../log.ts";
import { refuseUnstarted } from "./has-table.ts";
import { migrate } from "./migrate.ts";
import { type Database, openDatabase } from "./open-database.ts";
import { clusterFolders } from "./postgres-cluster.ts";
import { connectRunningPostgres, type PostgresServer, startPostgres } from "./postgres-engine.ts";
import { refuseServedElsewhere } from "./server-elsewhere.ts";

export interface OperatorPostgres extends PostgresServer {
  /** A running server with migrated databases: DATABASE_URL, or the program on this data folder. */
  readonly isBorrowed: boolean;
}

/** Whether the databases can be asked without starting anything. */
export const isServed = (config: Config): boolean =>
  config.databaseUrl !== undefined || lockHolder(config.dataFolder) !== undefined;

type Work<T> = (postgres: OperatorPostgres) => Promise<T>;

/** PostgreSQL for one command of the operator: that of the running server, or started for the moment. */
export async function withPostgres<T>(config: Config, log: Log, work: Work<T>): Promise<T> {
  if (!isServed(config)) refuseUninstalled(config.dataFolder);
  return withNewPostgres(config, log, work);
}

/** The same for a command that makes an installation where there is none. */
export async function withNewPostgres<T>(config: Config, log: Log, work: Work<T>): Promise<T> {
  if (isServed(config)) return work({ ...(await connectRunningPostgres(config)), isBorrowed: true });
  prepareDataFolder(config.dataFolder);
  await refuseServedElsewhere(config.dataFolder);
  const lock = lockDataFolder(config.dataFolder);
  try {
    const postgres = await startPostgres(config, engineHome(config.dataFolder), log);
    try {
      return await work({ url: postgres.url, embedded: postgres.embedded, isBorrowed: false });
    } finally {
      await postgres.stop();
    }
  } finally {
    lock.release();
  }
}

/** A mistyped folder would else become an installation of its own, and a backup or a check of it be empty and well. */
function refuseUninstalled(dataFolder: string): void {
  if (existsSync(dataFolder) && existsSync(clusterFolders(locateEngineHome(dataFolder)).dataFolder)) return;
  throw new StartFault(
    `There is no installation in ${dataFolder}: set CANOPY_DATA to the folder of one, or start Canopy there once.`,
  );
}

/** The metadata database for one command. */
export async function withDatabase<T>(config: Config, log: Log, work: (database: Database) => Promise<T>): Promise<T> {
  return withPostgres(config, log, async ({ url, isBorrowed }) => {
    const database = openDatabase({ url, log });
    try {
      if (isBorrowed) await refuseUnstarted(database.pool);
      else await migrate(database.pool, log);
      return await work(database);
    } finally {
      await database.close();
    }
  });
}
