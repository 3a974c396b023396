import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { isFilesFault } from "../platform/files/files-fault.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { type Download, stageOf } from "./download-store.ts";
import type { TransferPlace } from "./far-files.ts";
import type { FileSource } from "./send-file.ts";

/** Of one read: a request to a bucket has its price. */
const LOCAL_BYTES = 256 * 1024;
const FAR_BYTES = 2 * 1024 * 1024;

/** The file of a task, wherever it lies: a bucket may have been configured after it was made. */
export async function storedFile(place: TransferPlace, task: Download): Promise<() => Promise<FileSource>> {
  if (stageOf(task) === "expired") throw new ApiError(transferErrors.fileGone);
  const { file: name, bytes } = task;
  if (name === null) throw new ApiError(transferErrors.notReady);
  const path = join(place.folder, name);
  const size = await stat(path).then(
    (file) => file.size,
    () => undefined,
  );
  if (size === bytes) return () => localSource(path);
  const { bucket } = place;
  if (bucket === undefined) throw new ApiError(transferErrors.fileGone);
  if ((await asUnavailable(() => bucket.size(name))) !== bytes) throw new ApiError(transferErrors.fileMissing);
  return async () => ({
    chunkBytes: FAR_BYTES,
    read: (at, length) => bucket.read(name, at, length),
    close: async () => undefined,
  });
}

export async function localSource(path: string): Promise<FileSource> {
  const handle = await open(path, "r");
  return {
    chunkBytes: LOCAL_BYTES,
    async read(at, length) {
      const chunk = Buffer.allocUnsafe(length);
      const { bytesRead } = await handle.read(chunk, 0, length, at);
      return chunk.subarray(0, bytesRead);
    },
    close: () => handle.close(),
  };
}

/** A bucket that does not answer is told as such. */
export async function asUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isFilesFault(error) ? new ApiError(transferErrors.filesUnavailable) : error;
  }
}
