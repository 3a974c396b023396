import { mkdir, open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { transferErrors } from "@canopy/contract/transfers/errors";
import type { Files } from "../platform/files/files.ts";
import { JobFailure } from "../platform/jobs/job-definition.ts";
import { inWords, type TransferPlace, writeObject } from "./far-files.ts";
import { insertObject, objectsOf, type TaskOf } from "./object-store.ts";
import { removeFolder, requireRoom, uploadFile } from "./transfer-folder.ts";

export interface LogPiece {
  readonly bytes: Uint8Array;
  readonly offset: number;
}

const pieceName = (taskId: string, offset: number) => `imports/${taskId}/${String(offset).padStart(12, "0")}`;

/** An object of its own: the next piece may come to another process. */
export async function sendPiece(
  { db }: TransferPlace,
  bucket: Files,
  task: TaskOf,
  { bytes, offset }: LogPiece,
): Promise<void> {
  const name = pieceName(task.id, offset);
  await insertObject(db, task, name, offset);
  await writeObject(bucket, name, [bytes]);
}

export async function hasPieces({ db }: TransferPlace, task: TaskOf): Promise<boolean> {
  return (await objectsOf(db, task)).length > 0;
}

interface UploadedLog extends TaskOf {
  readonly size: number;
}

interface LogReader {
  /** Names the copy that is made of a bucket. */
  readonly attempt: string;
  readonly signal: AbortSignal;
}

/** A log as a file on this machine, for the time of the work. */
export async function withLog<T>(
  place: TransferPlace,
  log: UploadedLog,
  { attempt, signal }: LogReader,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const { folder, bucket } = place;
  const path = uploadFile(folder, log.id);
  if (bucket === undefined) return work(path);
  const copy = `${path}.${attempt}`;
  await removeLogs(folder, log.id);
  try {
    await inWords(() => fetchPieces(place, bucket, log, { path: copy, signal }));
    return await work(copy);
  } finally {
    await removeFolder(copy);
  }
}

/** On this machine: the log, and copies of attempts that were killed. */
export async function removeLogs(folder: string, taskId: string): Promise<void> {
  const logs = dirname(uploadFile(folder, taskId));
  const names = await readdir(logs).catch(() => []);
  for (const name of names) if (name.startsWith(taskId)) await removeFolder(join(logs, name));
}

async function fetchPieces(
  { db, folder }: TransferPlace,
  bucket: Files,
  log: UploadedLog,
  { path, signal }: { readonly path: string; readonly signal: AbortSignal },
): Promise<void> {
  await requireRoom(folder, log.size);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const pieces = await objectsOf(db, log);
  const file = await open(path, "w", 0o600);
  let at = 0;
  try {
    for (const [i, { name, offset }] of pieces.entries()) {
      signal.throwIfAborted();
      const length = (pieces[i + 1]?.offset ?? log.size) - at;
      const bytes = await bucket.read(name, 0, length);
      if (offset !== at || bytes.length !== length) break;
      await file.writev([bytes]);
      at += length;
    }
  } finally {
    await file.close();
  }
  if (at !== log.size) throw new JobFailure(transferErrors.fileMissing.code);
}
