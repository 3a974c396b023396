import { engineHome } from "../apps/server/platform/engines/engine-home.ts";
import { createLog } from "../apps/server/platform/log.ts";
import { type Database, openDatabase } from "../apps/server/platform/postgres/open-database.ts";
import { requirePostgresBinaries } from "../apps/server/platform/postgres/postgres-binaries.ts";
import { openCluster, SUPERUSER } from "../apps/server/platform/postgres/postgres-cluster.ts";

/** The running program's own database, for what only its operator sees. */
export async function openProgramDatabase(dataFolder: string): Promise<Database> {
  const { socketFolder, password } = await openCluster(engineHome(dataFolder), requirePostgresBinaries());
  const url = `postgresql://${SUPERUSER}:${password}@localhost/canopy?host=${encodeURIComponent(socketFolder)}`;
  return openDatabase({ url, log: createLog("error"), maxConnections: 2 });
}
