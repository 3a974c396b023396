import { isStoreName } from "../../frames/store/files/segment-file-store.ts";
import type { Files } from "../../platform/files/files.ts";
import { S3_FOLDERS } from "../../platform/files/s3-folders.ts";
import type { ListFolder, StoredObject } from "./manifest.ts";

/** Where some of a backup's objects come. */
export interface RestoredPlace {
  readonly files: Files;
  readonly objects: AsyncIterable<StoredObject> | Iterable<StoredObject>;
  /** In which they lie in the backup. */
  readonly folder: ListFolder;
}

/** Whether an installation that is emptied loses this file of a frame server. */
export const isEmptiedName = (name: string): boolean =>
  isStoreName(name) || name.startsWith(`${S3_FOLDERS.transfers}/`);

/**
 * What a restore needs no room for: objects that one which was cut off has brought, and with `isEmptied` whatever is removed
 * before.
 */
export async function replacedBytes(places: readonly RestoredPlace[], isEmptied: boolean): Promise<number> {
  let bytes = 0;
  for (const place of places) bytes += isEmptied ? await emptiedBytes(place) : await presentBytes(place);
  return bytes;
}

async function emptiedBytes({ files, folder }: RestoredPlace): Promise<number> {
  let bytes = 0;
  for await (const name of files.list(""))
    if (folder === "files" || isEmptiedName(name)) bytes += (await files.size(name)) ?? 0;
  return bytes;
}

async function presentBytes({ files, objects, folder }: RestoredPlace): Promise<number> {
  let bytes = 0;
  for await (const object of objects)
    if ((await files.size(object.name.slice(`${folder}/`.length))) === object.bytes) bytes += object.bytes;
  return bytes;
}
