import { z } from "zod";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { removeOldNotices } from "./notify/notice-store.ts";
import { removeOldNotes } from "./relay/rule-relay.ts";
import { removeOldSearches } from "./search/search-store.ts";

/** Removes notes of carried changes, old searches, and rows of the outbox that were handed over long ago. */
export function cleanUpAlarms(db: Db): JobDefinition<Record<string, never>> {
  const handler = async () => {
    await removeOldNotes(db);
    await removeOldNotices(db);
    await removeOldSearches(db);
  };
  return defineJob("alarms.cleanUp", { input: z.object({}), handler });
}
