/** A worker of downloads and imports that tests can kill: says where it is and stays there. */
import { openClickHouse } from "../platform/clickhouse/open-clickhouse.ts";
import { startJobs } from "../platform/jobs/jobs.ts";
import { createLog } from "../platform/log.ts";
import { openDatabase } from "../platform/postgres/open-database.ts";
import { transferJobs, transferParts } from "../transfer-parts.ts";

const [, , databaseUrl = "", clickhouseUrl = "", folder = "", place = ""] = process.argv;
const log = createLog("silent");
const database = openDatabase({ url: databaseUrl, log });
const client = openClickHouse({ url: clickhouseUrl });
const stopAt = async (here: string) => {
  if (here !== place) return;
  console.log(here);
  await new Promise(() => undefined);
};
const parts = {
  ...transferParts({ db: database.db, client, folder }),
  reached: stopAt,
  stored: () => stopAt("stored"),
};
await startJobs({ database, log, jobs: transferJobs(parts), work: true });
