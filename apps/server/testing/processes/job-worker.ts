/**
 * A worker process that tests can kill or stop: takes jobs of the kinds of `killable-jobs.ts`, prints the id of each
 * that begins, and never ends one; with a second argument it ends each after that many milliseconds, and itself with
 * the first.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { startJobs } from "../../platform/jobs/jobs.ts";
import { createLog } from "../../platform/log.ts";
import { openDatabase } from "../../platform/postgres/open-database.ts";
import { killableJobs } from "./killable-jobs.ts";

const [url = "", endsAfterMs] = process.argv.slice(2);
const log = createLog("silent");
const database = openDatabase({ url, log });
const kinds = killableJobs(async ({ id }) => {
  console.log(id);
  if (endsAfterMs === undefined) await new Promise(() => undefined);
  await sleep(Number(endsAfterMs));
  void jobs.stop().then(() => process.exit());
  return "ended";
});
const jobs = await startJobs({ database, log, jobs: kinds, work: true });
