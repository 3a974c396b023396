import { z } from "zod";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { removeOldLevels } from "./device-level-store.ts";

/** Removes what can no longer matter: device levels that no living session began under. */
export function cleanUpDevices(db: Db): JobDefinition<Record<string, never>> {
  return defineJob("devices.cleanUp", { input: z.object({}), handler: () => removeOldLevels(db) });
}
