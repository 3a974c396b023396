import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { isRoot } from "./engine-user.ts";
import { StartFault, systemCode } from "./start-fault.ts";

/** Below this the engines could not even write their first files. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024;

export function freeBytes(folder: string): number {
  const disk = statfsSync(folder);
  return disk.bavail * disk.bsize;
}

/** Of the disk on which a folder will be that may not be there yet. */
export const freeBytesFor = (folder: string): number =>
  existsSync(folder) ? freeBytes(folder) : freeBytesFor(dirname(folder));

/** Makes the data folder and proves that it can be written; otherwise one sentence. */
export function prepareDataFolder(folder: string, free: (folder: string) => number = freeBytes): void {
  try {
    // Private to this user; as root the engines' user must reach its own folders.
    mkdirSync(folder, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
    writeProbe(join(folder, `.probe-${process.pid}`));
  } catch (error) {
    throw new StartFault(whyNotWritable(folder, error));
  }
  const megabytes = Math.floor(free(folder) / 1024 / 1024);
  if (megabytes * 1024 * 1024 < LEAST_FREE_BYTES)
    throw new StartFault(
      `The disk of the data folder ${folder} has ${megabytes} MB free, and Canopy needs 256 MB to start: ` +
        "make room, or set CANOPY_DATA to a folder on another disk.",
    );
}

/** A full disk often lets an empty file through and refuses its content. */
function writeProbe(path: string): void {
  try {
    const file = openSync(path, "w", 0o600);
    try {
      writeSync(file, Buffer.alloc(64 * 1024, 1));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } finally {
    rmSync(path, { force: true });
  }
}

function whyNotWritable(folder: string, error: unknown): string {
  const code = systemCode(error);
  if (code === "ENOSPC" || code === "EDQUOT")
    return `The disk of the data folder ${folder} is full: make room, or set CANOPY_DATA to a folder on another disk.`;
  if (code === "ENOTDIR" || code === "EEXIST")
    return `The data folder ${folder} is a file, or lies below one: set CANOPY_DATA to a folder.`;
  const reason = code === "EROFS" ? "its disk is read-only" : `${code ?? error}`;
  return (
    `The data folder ${folder} cannot be written by user ${userInfo().username} (${reason}): ` +
    "change its owner, or set CANOPY_DATA to another folder."
  );
}
