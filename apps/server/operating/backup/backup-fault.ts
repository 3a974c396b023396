import { systemCode } from "../../platform/engines/start-fault.ts";
import { isFilesFault } from "../../platform/files/files-fault.ts";

/** A backup cannot be made, read or restored: one sentence with the place. */
export class BackupFault extends Error {}

/** A full or forbidden place as a sentence; other errors as they are. */
export function inPlace(error: unknown, where: string): unknown {
  if (isFilesFault(error)) return new BackupFault(error.message, { cause: error });
  const code = systemCode(error);
  if (code === "ENOSPC" || code === "EDQUOT")
    return new BackupFault(`${where} is full: make room there, or take another place`, { cause: error });
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return new BackupFault(`${where} cannot be written (${code})`, { cause: error });
  if (code === "ENOENT") return new BackupFault(`${where} is not there, or was removed`, { cause: error });
  if (code === "ENOTDIR" || code === "EEXIST")
    return new BackupFault(`${where} is a file, or lies below one`, { cause: error });
  return error;
}
