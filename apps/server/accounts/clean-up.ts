import { sql } from "kysely";
import { z } from "zod";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { removeOldArrivals } from "./arrival/arrival-store.ts";
import { purgeOperations } from "./log/operation-chain.ts";
import { removeDeadSessions } from "./session-store.ts";
import { removeOldBans } from "./sign-in-bans.ts";
import { removeOldFailures } from "./sign-in-guard.ts";

/** Removes ended sessions, old failures and codes, answered keys. */
export function cleanUpAccounts(db: Db): JobDefinition<Record<string, never>> {
  return defineJob("accounts.cleanUp", {
    input: z.object({}),
    handler: async () => {
      await removeDeadSessions(db);
      await removeOldFailures(db);
      await removeOldBans(db);
      await purgeOperations(db);
      await sql`delete from verification_codes where created_at < now() - interval '2 days'`.execute(db);
      await sql`delete from idempotency_keys where started_at < now() - interval '2 days'`.execute(db);
      await sql`delete from security_tickets where expires_at < now()`.execute(db);
      await removeOldArrivals(db);
      await sql`delete from own_data_archives where made_at < now() - interval '1 day'`.execute(db);
      await sql`delete from hand_overs where expires_at < now()`.execute(db);
    },
  });
}
