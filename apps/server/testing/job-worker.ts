/** A worker process that tests can kill: takes jobs of the kinds of `killable-jobs.ts` and never ends one. */
import { startJobs } from "../platform/jobs/jobs.ts";
import { createLog } from "../platform/log.ts";
import { openDatabase } from "../platform/postgres/open-database.ts";
import { killableJobs } from "./killable-jobs.ts";

const log = createLog("silent");
const database = openDatabase({ url: process.argv[2] ?? "", log });
const started = new Set<string>();
const jobs = killableJobs(async ({ id }) => {
  started.add(id);
  if (started.size === 2) console.log("both run");
  await new Promise(() => undefined);
});
await startJobs({ database, log, jobs, work: true });
