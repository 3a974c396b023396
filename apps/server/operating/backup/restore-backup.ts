import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type pg from "pg";
import { FILES_MARK } from "../../frames/store/files/files-mark.ts";
import type { Files } from "../../platform/files/files.ts";
import { writeWhole } from "../../platform/files/files.ts";
import { BackupFault, inPlace } from "./backup-fault.ts";
import { type BackupPlace, hashOf, readObject } from "./backup-place.ts";
import { type CheckOptions, checkBackup } from "./check-backup.ts";
import { inParallel, type Tell } from "./in-parallel.ts";
import { rowsOf, secretMark } from "./make-backup.ts";
import type { DatabaseCopy, ListFolder, Manifest, ObjectList } from "./manifest.ts";
import { objectsIn } from "./object-list.ts";
import { restoreRows } from "./restore-tables.ts";

export interface RestoredServer {
  readonly pool: pg.Pool;
  /** Where its segments come. */
  readonly files: Files;
}

/** An empty installation. */
export interface EmptyInstallation {
  readonly version: string;
  readonly metadata: pg.Pool;
  /** In the order of their numbers. */
  readonly servers: readonly RestoredServer[];
  readonly files: Files;
  readonly dataFolder: string;
  /** CANOPY_SECRET; undefined: that of the backup is taken. */
  readonly secret: string | undefined;
  /** In words, for sentences. */
  readonly where: string;
  /** Brings the schemas to exactly these migrations, and at last to the newest. */
  migrate(pool: pg.Pool, database: "metadata" | "frames", only?: ReadonlySet<number>): Promise<void>;
  /** Numbers and checksums of the migrations that this program has. */
  known(database: "metadata" | "frames"): DatabaseCopy["migrations"];
}

export interface RestoreReport {
  readonly backup: string;
  readonly takenAt: string;
  readonly rows: number;
  readonly bodies: number;
  readonly files: number;
}

export interface RestoreRoom {
  readonly freeBytes: number;
  /** There already, or freed before anything comes. */
  readonly replacedBytes: number;
}

interface RestoreTarget extends Pick<EmptyInstallation, "version" | "secret" | "known"> {
  readonly serverCount: number;
  /** Where segments and files come; undefined: a bucket, which has no end. */
  readonly room: RestoreRoom | undefined;
}

/** What can be told before anything is written: another version, another secret, other servers, damaged files. */
export async function refuseUnfit(
  place: BackupPlace,
  manifest: Manifest,
  target: RestoreTarget,
  options: CheckOptions,
): Promise<void> {
  if (isNewer(manifest.version, target.version))
    throw new BackupFault(
      `the backup was made by Canopy ${manifest.version}, and this is ${target.version}: restore with the newer one`,
    );
  refuseUnknown(manifest.metadata, target.known("metadata"));
  for (const { database } of manifest.servers) refuseUnknown(database, target.known("frames"));
  if (manifest.servers.length !== target.serverCount)
    throw new BackupFault(
      `the backup has ${manifest.servers.length} frame servers, and FRAMES_DATABASE_URL names ${target.serverCount}: name as many`,
    );
  refuseSmall(manifest, target.room);
  if (target.secret !== undefined && secretMark(target.secret) !== manifest.secretMark)
    throw new BackupFault("CANOPY_SECRET is not that of the backup: what is encrypted could not be read; set the same");
  if (target.secret === undefined && manifest.secrets.every(({ name }) => !name.endsWith("/secrets/secret")))
    throw new BackupFault("the backup has no secret in it: set CANOPY_SECRET to that of its installation");
  const problems = await checkBackup(place, manifest, options);
  const [first] = problems;
  if (first === undefined) return;
  const more = problems.length > 1 ? `, and ${problems.length - 1} more: see canopy backup --verify` : "";
  throw new BackupFault(`${first.where} ${first.what}${more}; nothing was written`);
}

function refuseUnknown({ migrations }: DatabaseCopy, known: DatabaseCopy["migrations"]): void {
  const checksums = new Map(known.map(({ number, checksum }) => [number, checksum]));
  const strange = migrations.find(({ number, checksum }) => checksums.get(number) !== checksum);
  if (strange)
    throw new BackupFault(`the backup has ${strange.name}, which this Canopy does not know: restore with a newer one`);
}

function refuseSmall({ servers, files }: Manifest, room: RestoreRoom | undefined): void {
  if (room === undefined) return;
  const needed = servers.reduce((sum, { bodies }) => sum + bodies.bytes, files.bytes);
  const { freeBytes, replacedBytes } = room;
  if (needed <= freeBytes + replacedBytes) return;
  const replaced =
    replacedBytes === 0 ? "" : `, beside ${megabytes(replacedBytes)} MB that are replaced or there already`;
  throw new BackupFault(
    `the backup has ${megabytes(needed)} MB of segments and files, and the disk has ${megabytes(freeBytes)} MB free${replaced}: make room, or set CANOPY_DATA to a folder on another disk`,
  );
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);

const isNewer = (one: string, other: string): boolean =>
  one.localeCompare(other, "en", { numeric: true, sensitivity: "base" }) > 0;

/** Into an empty installation, after `refuseUnfit`: first files, which count for nothing until the rows name them. */
export async function restoreBackup(
  place: BackupPlace,
  { backup, manifest }: { readonly backup: string; readonly manifest: Manifest },
  target: EmptyInstallation,
  { signal, progress }: CheckOptions,
): Promise<RestoreReport> {
  const { servers, metadata } = manifest;
  const put = { signal, where: target.where };
  for (const [i, { bodies }] of servers.entries()) {
    const { files } = target.servers[i] as RestoredServer;
    await putObjects(place, bodies, files, { ...put, folder: "bodies", progress: progress("segment files") });
  }
  await putObjects(place, manifest.files, target.files, { ...put, folder: "files", progress: progress("files") });
  await putSecrets(place, manifest, backup, target);
  for (const [i, { database, number }] of servers.entries()) {
    const { pool } = target.servers[i] as RestoredServer;
    await target.migrate(pool, "frames", numbersOf(database));
    const tell = (table: string) => progress(`rows of frames-${number}: ${table}`)(0, 0, 0);
    await restoreRows(pool, place, database, { signal, tell });
    await target.migrate(pool, "frames");
  }
  await target.migrate(target.metadata, "metadata", numbersOf(metadata));
  const tell = (table: string) => progress(`rows of metadata: ${table}`)(0, 0, 0);
  await restoreRows(target.metadata, place, metadata, { signal, tell });
  await target.migrate(target.metadata, "metadata");
  await forgetTransient(target.metadata);
  // One that was cut off has left none: it can be told from an installation whose databases are gone.
  for (const [i, { id }] of servers.entries())
    await writeWhole((target.servers[i] as RestoredServer).files, FILES_MARK, Buffer.from(`${id}\n`));
  const bodies = servers.reduce((sum, server) => sum + server.bodies.count, 0);
  return { backup, takenAt: manifest.takenAt, rows: rowsOf(manifest), bodies, files: manifest.files.count };
}

const numbersOf = ({ migrations }: DatabaseCopy) => new Set(migrations.map(({ number }) => number));

interface PutOptions {
  readonly folder: ListFolder;
  readonly where: string;
  readonly signal: AbortSignal;
  readonly progress: Tell;
}

/** One that a restore which was cut off has brought already is compared. */
async function putObjects(place: BackupPlace, list: ObjectList, to: Files, options: PutOptions): Promise<void> {
  const { folder } = options;
  await inParallel(objectsIn(place, list, folder), { ...options, of: list.count }, async ({ name, bytes, sha256 }) => {
    const own = name.slice(`${folder}/`.length);
    if ((await to.size(own)) === bytes && (await hashOf(to, own)) === sha256) return;
    await to.remove(own, { leavesFinished: true });
    const file = await to.create(own);
    try {
      for await (const chunk of readObject(place.files, name)) await file.write([chunk]);
      await file.finish();
    } catch (error) {
      await file.abort().catch(() => undefined);
      throw inPlace(error, options.where);
    }
  });
}

/** With CANOPY_SECRET set, that of the data folder would be read by nobody. */
async function putSecrets(
  place: BackupPlace,
  { secrets }: Manifest,
  backup: string,
  { dataFolder }: EmptyInstallation,
): Promise<void> {
  const below = `backups/${backup}/secrets/`;
  for (const { name, bytes } of secrets) {
    const path = join(dataFolder, name.slice(below.length));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, await place.files.read(name, 0, bytes), { mode: 0o600, flush: true });
  }
}

/** What only the machine of before had: made downloads, pieces of images that were being received, held removals. */
async function forgetTransient(pool: pg.Pool): Promise<void> {
  await pool.query(`update download_tasks set file = null where file is not null;
    delete from download_tickets; delete from transfer_objects;
    update firmware_images set received = 0 where state = 'receiving';
    delete from held_removals`);
}
