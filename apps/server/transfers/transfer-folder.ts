import { mkdirSync } from "node:fs";
import { rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { SegmentDamage } from "../frames/segments/segment-damage.ts";
import { JobFailure } from "../platform/jobs/job-definition.ts";

/** Free space left for other users of the disk, above all the databases. */
const LEAST_FREE_BYTES = 512 * 1024 * 1024;

/** The folder of downloads and uploads. Names in it are ours: ids, and names made from a device ID and a time. */
export function transferFolder(dataFolder: string): string {
  const folder = join(dataFolder, "transfers");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export const downloadFolder = (folder: string, taskId: string) => join(folder, "downloads", taskId);
export const uploadFile = (folder: string, taskId: string) => join(folder, "imports", taskId);

export const removeFolder = (path: string) => rm(path, { recursive: true, force: true });

/** Ends the work before the disk is full: the databases live there too. */
export async function requireRoom(folder: string, bytes = 0): Promise<void> {
  const disk = await statfs(folder);
  if (disk.bavail * disk.bsize < LEAST_FREE_BYTES + bytes) throw new JobFailure(transferErrors.diskFull.code);
}

/** Errors of the disk or the store become a code with a text; others stay as they are. */
export function asFailure(error: unknown): unknown {
  if (error instanceof SegmentDamage) return new JobFailure(transferErrors.dataDamaged.code, { cause: error });
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOSPC" || code === "EDQUOT"
    ? new JobFailure(transferErrors.diskFull.code, { cause: error })
    : error;
}
