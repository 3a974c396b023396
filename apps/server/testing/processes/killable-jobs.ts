import type { Pool } from "pg";
import { z } from "zod";
import { defineJob, type JobContext } from "../../platform/jobs/job-definition.ts";

type Handler = (context: JobContext<unknown>) => Promise<unknown>;

/** One job that may be tried again and one that may not, for the process that dies and the one that goes on. */
export const killableJobs = (handler: Handler) => [
  defineJob("test.twice", { input: z.object({}), retry: { limit: 1, delaySeconds: 1 }, handler }),
  defineJob("test.once", { input: z.object({}), retry: { limit: 0, delaySeconds: 1 }, handler }),
];

/** As if the workers of what runs had been silent for a minute: the next look for dead ones finds them. */
export async function forgetHeartbeats(pool: Pool): Promise<void> {
  await pool.query("update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'");
}
