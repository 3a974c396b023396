import type { Config } from "../config.ts";
import { prepareDataFolder } from "../engines/data-folder.ts";
import { lockDataFolder, lockHolder } from "../engines/data-lock.ts";
import { engineHome } from "../engines/engine-home.ts";
import type { Log } from "../log.ts";
import { migrate } from "./migrate.ts";
import { type Database, openDatabase } from "./open-database.ts";
import { startPostgres } from "./postgres-engine.ts";

/** The database for one command of the operator: that of the running server, or started for the moment. */
export async function withDatabase<T>(config: Config, log: Log, work: (database: Database) => Promise<T>): Promise<T> {
  prepareDataFolder(config.dataFolder);
  const isServed = config.databaseUrl !== undefined || lockHolder(config.dataFolder) !== undefined;
  const lock = isServed ? undefined : lockDataFolder(config.dataFolder);
  const postgres = await startPostgres(config, engineHome(config.dataFolder), log);
  const database = openDatabase({ url: postgres.url, log });
  try {
    if (!isServed) await migrate(database.pool, log);
    return await work(database);
  } finally {
    await database.close();
    // The running server's engine was only borrowed.
    if (!isServed) await postgres.stop();
    lock?.release();
  }
}
