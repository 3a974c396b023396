import { sql } from "kysely";
import { z } from "zod";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";

/** Removes messages of the outbox that nobody waits for any more, as old as the operation log (USR-07). */
export function cleanUpMessages(db: Db): JobDefinition<Record<string, never>> {
  const handler = async () => {
    await sql`delete from outbox where state not in ('waiting', 'sending')
      and created_at < now() - interval '180 days'`.execute(db);
  };
  return defineJob("messages.cleanUp", { input: z.object({}), handler });
}
