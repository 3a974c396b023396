import { z } from "zod";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { removeOldCommands } from "./link/command-store.ts";
import { removeOldLevels } from "./rights/device-level-store.ts";

/** As the operation log (USR-07). */
const COMMANDS_KEPT_MS = 180 * 86_400_000;

/** Removes device levels of ended sessions and old commands. */
export function cleanUpDevices(db: Db): JobDefinition<Record<string, never>> {
  const handler = async () => {
    await removeOldLevels(db);
    await removeOldCommands(db, Date.now() - COMMANDS_KEPT_MS);
  };
  return defineJob("devices.cleanUp", { input: z.object({}), handler });
}
