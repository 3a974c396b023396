import { createLog } from "../../apps/server/platform/log.ts";
import { framesDatabases } from "../../apps/server/platform/postgres/frames-database.ts";
import { type Database, openDatabase } from "../../apps/server/platform/postgres/open-database.ts";
import { connectRunningPostgres } from "../../apps/server/platform/postgres/postgres-engine.ts";

/** The running program's own database, for what only its operator sees. */
export async function openProgramDatabase(dataFolder: string, maxConnections = 2): Promise<Database> {
  const { url } = await connectRunningPostgres({ dataFolder });
  return openDatabase({ url, log: createLog("error"), maxConnections });
}

/** Its frames'. */
export async function openFramesDatabase(dataFolder: string): Promise<Database> {
  const [url = ""] = framesDatabases({ framesDatabaseUrls: [] }, await connectRunningPostgres({ dataFolder }));
  return openDatabase({ url, log: createLog("error"), maxConnections: 2 });
}
