import { createReadStream } from "node:fs";
import { join } from "node:path";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { systemCode } from "../platform/engines/start-fault.ts";
import type { Files } from "../platform/files/files.ts";
import { isFilesFault } from "../platform/files/files-fault.ts";
import { JobFailure } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { deleteObject, insertObject, needlessObjects, objectsOf, type TaskOf } from "./object-store.ts";

/** FIL-06: where files of downloads and imports lie. */
export interface TransferPlace {
  readonly db: Db;
  /** On this machine: files are made and read here, and lie here where there is no bucket. */
  readonly folder: string;
  /** Every process finds them here. */
  readonly bucket?: Files | undefined;
}

const CHUNK_BYTES = 1024 * 1024;

/** A made file, from the folder into the bucket, under the same name. */
export async function sendToBucket(
  { db, folder, bucket }: TransferPlace,
  task: TaskOf,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  if (bucket === undefined) return;
  await insertObject(db, task, name, null);
  const chunks = createReadStream(join(folder, name), { highWaterMark: CHUNK_BYTES, signal });
  await inWords(() => writeObject(bucket, name, chunks));
}

export async function writeObject(
  bucket: Files,
  name: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const file = await bucket.create(name);
  try {
    for await (const chunk of chunks) await file.write([chunk]);
    await file.finish();
  } catch (error) {
    await file.abort().catch(() => undefined);
    throw error;
  }
}

/** What cannot be removed now is taken up by the clean-up. */
export async function removeObjects(
  { db, bucket }: TransferPlace,
  task: TaskOf,
  isKept: (name: string) => boolean = () => false,
): Promise<void> {
  if (bucket === undefined) return;
  try {
    for (const object of await objectsOf(db, task)) {
      if (isKept(object.name)) continue;
      await bucket.remove(object.name, { isUnfinished: true });
      await deleteObject(db, object);
    }
  } catch (error) {
    if (!isFilesFault(error)) throw error;
  }
}

const SWEPT_AT_ONCE = 1000;

/** By their rows: a listing may be late. */
export async function sweepObjects({ db, bucket }: TransferPlace): Promise<void> {
  if (bucket === undefined) return;
  for (;;) {
    const found = await needlessObjects(db, SWEPT_AT_ONCE);
    for (const object of found) {
      await bucket.remove(object.name, { isUnfinished: true });
      await deleteObject(db, object);
    }
    if (found.length < SWEPT_AT_ONCE) return;
  }
}

/** Faults of the bucket become a code with a text. */
export async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isFilesFault(error)) throw new JobFailure(transferErrors.filesUnavailable.code, { cause: error });
    if (systemCode(error) === "ENOENT") throw new JobFailure(transferErrors.fileMissing.code, { cause: error });
    throw error;
  }
}
