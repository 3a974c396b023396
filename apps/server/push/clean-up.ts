import { z } from "zod";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { removeOldDeliveries } from "./delivery-store.ts";

export function cleanUpPush(db: Db): JobDefinition<Record<string, never>> {
  return defineJob("push.cleanUp", { input: z.object({}), handler: () => removeOldDeliveries(db) });
}
