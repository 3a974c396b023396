import { createHash } from "node:crypto";
import type { Files, ListOptions, NewFile } from "../../platform/files/files.ts";
import { readWhole, writeWhole } from "../../platform/files/files.ts";
import { type DirectPlace, openShared, placeInWords } from "../../platform/files/open-files.ts";
import { BackupFault, inPlace } from "./backup-fault.ts";
import { type Manifest, readManifest, type StoredObject, strayObjects, writeManifest } from "./manifest.ts";

const manifestOf = (backup: string) => `backups/${backup}/manifest.json`;
const READ_BYTES = 4 * 1024 * 1024;

/**
 * Where backups lie: `backups/TIME/` has the tables of one, `bodies/` and `files/` what all of them share, since neither
 * changes under its name.
 */
export interface BackupPlace {
  readonly files: Files;
  readonly at: DirectPlace;
  /** In words, without keys. */
  readonly where: string;
}

export async function openBackupPlace(place: DirectPlace): Promise<BackupPlace> {
  return { files: await openShared(place), at: place, where: placeInWords(place) };
}

/** Names of all that lies below `backups/`, by backup, whole or not. */
export async function writtenNames(
  { files, where }: BackupPlace,
  options?: ListOptions,
): Promise<Map<string, string[]>> {
  const written = new Map<string, string[]>();
  try {
    for await (const name of files.list("backups/", options)) {
      const [, backup = "", ...rest] = name.split("/");
      if (rest.length === 0) continue;
      const names = written.get(backup);
      if (names === undefined) written.set(backup, [name]);
      else names.push(name);
    }
  } catch (error) {
    throw inPlace(error, where);
  }
  return written;
}

/** Asked for by its name: a bucket may list a manifest late that was just written or removed. */
export async function isWhole({ files, where }: BackupPlace, backup: string): Promise<boolean> {
  try {
    return (await files.size(manifestOf(backup))) !== undefined;
  } catch (error) {
    throw inPlace(error, where);
  }
}

/** Names of the whole ones, oldest first. */
export async function listBackups(place: BackupPlace): Promise<string[]> {
  const whole: string[] = [];
  for (const backup of (await writtenNames(place)).keys()) if (await isWhole(place, backup)) whole.push(backup);
  return whole.sort();
}

export interface NamedManifest {
  readonly backup: string;
  readonly manifest: Manifest;
}

/** The newest, or the one of this name. */
export async function findBackup(place: BackupPlace, name?: string): Promise<NamedManifest> {
  const backup = name ?? (await listBackups(place)).at(-1);
  if (backup === undefined)
    throw new BackupFault(`${place.where} has no whole backup: there is no manifest.json below backups/`);
  return { backup, manifest: await loadManifest(place, backup) };
}

export async function loadManifest({ files, where }: BackupPlace, backup: string): Promise<Manifest> {
  const name = manifestOf(backup);
  const bytes = await readWhole(files, name).catch((error: unknown) => {
    throw inPlace(error, where);
  });
  if (bytes === undefined)
    throw new BackupFault(`${where} has no ${name}: there is no such backup, or it was not finished`);
  const manifest = readManifest(Buffer.from(bytes).toString());
  if (manifest === undefined) throw new BackupFault(`${name} of ${where} is damaged, or was made by a newer Canopy`);
  const [stray] = strayObjects(manifest, backup);
  if (stray !== undefined)
    throw new BackupFault(`${name} of ${where} names ${stray.name}, which is no place of this backup`);
  return manifest;
}

export async function finishBackup({ files, where }: BackupPlace, backup: string, manifest: Manifest): Promise<void> {
  await writeWhole(files, manifestOf(backup), Buffer.from(writeManifest(manifest))).catch((error: unknown) => {
    throw inPlace(error, where);
  });
}

export async function forgetManifest({ files }: BackupPlace, backup: string): Promise<void> {
  await files.remove(manifestOf(backup));
}

/** Writes an object and tells what it became. */
export async function store(
  { files, where }: BackupPlace,
  name: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<StoredObject> {
  const hash = createHash("sha256");
  let bytes = 0;
  let file: NewFile | undefined;
  const toPlace = async <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      throw inPlace(error, where);
    });
  try {
    // What a backup that died here has left of it.
    await toPlace(files.remove(name, { leavesFinished: true }));
    file = await toPlace(files.create(name));
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      await toPlace(file.write([chunk]));
    }
    await toPlace(file.finish());
    return { name, bytes, sha256: hash.digest("hex") };
  } catch (error) {
    await file?.abort().catch(() => undefined);
    throw error;
  }
}

/** The bytes of a file, to its end. */
export async function* readObject(files: Files, name: string): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; ; ) {
    const bytes = await files.read(name, at, READ_BYTES);
    if (bytes.length > 0) yield bytes;
    if (bytes.length < READ_BYTES) return;
    at += bytes.length;
  }
}

export async function hashOf(files: Files, name: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of readObject(files, name)) hash.update(chunk);
  return hash.digest("hex");
}
