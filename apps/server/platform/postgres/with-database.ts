import type { Config } from "../config.ts";
import { prepareDataFolder } from "../engines/data-folder.ts";
import { lockDataFolder, lockHolder } from "../engines/data-lock.ts";
import { engineHome } from "../engines/engine-home.ts";
import type { Log } from "../log.ts";
import { migrate } from "./migrate.ts";
import { type Database, openDatabase } from "./open-database.ts";
import { connectRunningPostgres, type PostgresServer, startPostgres } from "./postgres-engine.ts";

export interface OperatorPostgres extends PostgresServer {
  /** A running server with migrated databases: DATABASE_URL, or the program on this data folder. */
  readonly isBorrowed: boolean;
}

/** Whether the databases can be asked without starting anything. */
export const isServed = (config: Config): boolean =>
  config.databaseUrl !== undefined || lockHolder(config.dataFolder) !== undefined;

/** PostgreSQL for one command of the operator: that of the running server, or started for the moment. */
export async function withPostgres<T>(
  config: Config,
  log: Log,
  work: (postgres: OperatorPostgres) => Promise<T>,
): Promise<T> {
  if (isServed(config)) return work({ ...(await connectRunningPostgres(config)), isBorrowed: true });
  prepareDataFolder(config.dataFolder);
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

/** The metadata database for one command. */
export async function withDatabase<T>(config: Config, log: Log, work: (database: Database) => Promise<T>): Promise<T> {
  return withPostgres(config, log, async ({ url, isBorrowed }) => {
    const database = openDatabase({ url, log });
    try {
      if (!isBorrowed) await migrate(database.pool, log);
      return await work(database);
    } finally {
      await database.close();
    }
  });
}
