/**
 * The engine part of a start, as a process of its own that tests can kill: takes the lock, starts PostgreSQL, prints
 * one JSON line and stays. Arguments: data folder, folder for relocated engines.
 */

import { prepareDataFolder } from "../../platform/engines/data-folder.ts";
import { lockDataFolder } from "../../platform/engines/data-lock.ts";
import { engineHome } from "../../platform/engines/engine-home.ts";
import { StartFault } from "../../platform/engines/start-fault.ts";
import { createLog } from "../../platform/log.ts";
import { startPostgres } from "../../platform/postgres/postgres-engine.ts";
import { refuseServedElsewhere } from "../../platform/postgres/server-elsewhere.ts";

const [dataFolder = "", relocatedRoot] = process.argv.slice(2);
try {
  prepareDataFolder(dataFolder);
  await refuseServedElsewhere(dataFolder);
  const lock = lockDataFolder(dataFolder);
  const home = engineHome(dataFolder, relocatedRoot);
  const postgres = await startPostgres({ databaseUrl: undefined }, home, createLog("silent"));
  const alive = setInterval(() => undefined, 1_000);
  process.on("SIGTERM", async () => {
    await postgres.stop();
    lock.release();
    clearInterval(alive);
  });
  console.log(JSON.stringify({ enginePid: postgres.pid, url: postgres.url, home }));
} catch (error) {
  if (!(error instanceof StartFault)) throw error;
  console.log(JSON.stringify({ fault: error.message }));
  process.exitCode = 1;
}
