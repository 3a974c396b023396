/** A worker of downloads and imports that tests can kill: says where it is and stays there. */
import { openFrameStore } from "../../frames/store/open-frame-store.ts";
import { localBus } from "../../platform/bus/local-bus.ts";
import { startJobs } from "../../platform/jobs/jobs.ts";
import { createLog } from "../../platform/log.ts";
import { openDatabase } from "../../platform/postgres/open-database.ts";
import { partsOf } from "../../store-parts.ts";
import { transferJobs, transferParts } from "../../transfer-parts.ts";

const [, , databaseUrl = "", framesUrl = "", segments = "", folder = "", place = ""] = process.argv;
const log = createLog("silent");
const database = openDatabase({ url: databaseUrl, log });
const store = await openFrameStore({ database: openDatabase({ url: framesUrl, log }), folder: segments, log });
const stopAt = async (here: string) => {
  if (here !== place) return;
  console.log(here);
  await new Promise(() => undefined);
};
const parts = {
  ...transferParts({ db: database.db, bus: localBus(log), ...partsOf(store), folder }),
  reached: stopAt,
  stored: stopAt,
};
await startJobs({ database, log, jobs: transferJobs(parts), work: true });
