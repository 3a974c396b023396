import { exportLake, type LakeServices } from "./export-lake.ts";
import type { LakeJobParts } from "./lake-job.ts";
import { scheduleOf } from "./schedule-store.ts";

type EraseParts = LakeServices & Pick<LakeJobParts, "target">;

/** Once the frames of a tenant are gone, so are the files of its lake. */
export function eraseLake(parts: EraseParts): (tenantId: string, signal: AbortSignal) => Promise<void> {
  return async (tenantId, signal) => {
    if ((await scheduleOf(parts.db, tenantId)).last_run === null) return;
    await exportLake(parts, { target: parts.target, tenantId, kinds: ["frames", "signals"] }, signal);
  };
}
