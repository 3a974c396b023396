import { openShared } from "../platform/files/open-files.ts";
import { exportLakeInTurn, type LakeServices } from "./export-lake.ts";
import type { LakeJobParts } from "./lake-job.ts";
import { isLakeOf } from "./lake-manifest.ts";

type EraseParts = LakeServices & Pick<LakeJobParts, "target">;

/** Once the frames of a tenant are gone, so are its files of the lake, whether the schedule or the command line wrote them. */
export function eraseLake(parts: EraseParts): (tenantId: string, signal: AbortSignal) => Promise<void> {
  return async (tenantId, signal) => {
    if (!(await isThere(parts))) return;
    await exportLakeInTurn(parts, { target: parts.target, tenantId, kinds: ["frames", "signals"] }, signal);
  };
}

/** Without one nothing is made. */
async function isThere({ lake, target, openLake = openShared }: EraseParts): Promise<boolean> {
  const files = await openLake(target);
  try {
    return await isLakeOf(files, await lake.serverId());
  } finally {
    await files.close();
  }
}
