import { resolve } from "node:path";
import { BackupFault } from "@canopy/server/operating/backup/backup-fault";
import { type BackupPlace, openBackupPlace } from "@canopy/server/operating/backup/backup-place";
import type { Progress } from "@canopy/server/operating/backup/in-parallel";
import { isFilesFault } from "@canopy/server/platform/files/files-fault";
import { isAddress, readS3Url, S3_URL_FORM } from "@canopy/server/platform/files/s3-url";
import { UsageError } from "./command.ts";

/** What was typed is not repeated: it may have keys. */
async function openPlace(text: string): Promise<BackupPlace> {
  if (!isAddress(text)) return openBackupPlace({ kind: "folder", folder: resolve(text) });
  const settings = readS3Url(text, "the place of the backup");
  if (settings === undefined) throw new UsageError(`expected a folder, or ${S3_URL_FORM}`);
  return openBackupPlace({ kind: "s3", settings });
}

interface Work {
  readonly place: BackupPlace;
  /** Aborted by Ctrl-C and by a stop of the machine. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** Opens the place for a command, which a signal ends in order; faults are sentences. */
export async function withPlace<T>(text: string, work: (parts: Work) => Promise<T>): Promise<T> {
  const place = await openPlace(text);
  const stop = new AbortController();
  const onSignal = () => stop.abort(new UsageError("it was stopped; the backup is not whole"));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, onSignal);
  try {
    return await work({ place, signal: stop.signal, progress: onStandardError() });
  } catch (error) {
    throw error instanceof BackupFault || isFilesFault(error) ? new UsageError(error.message) : error;
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, onSignal);
    await place.files.close();
  }
}

const SAY_EVERY_MS = 1000;

/** A line for each step, and one a second while it goes on. */
function onStandardError(): Progress {
  let [said, saidMs] = ["", 0];
  return (step) => {
    return (done, of, bytes) => {
      const isNew = step !== said;
      if (!isNew && done < of && performance.now() - saidMs < SAY_EVERY_MS) return;
      [said, saidMs] = [step, performance.now()];
      const counts = of === 0 ? "" : `: ${done} of ${of}, ${(bytes / 1024 ** 2).toFixed(1)} MB`;
      process.stderr.write(`${step}${counts}\n`);
    };
  };
}
