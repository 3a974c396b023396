import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { systemCode } from "../../platform/engines/start-fault.ts";
import type { Files } from "../../platform/files/files.ts";
import { type BackupLease, takeBackupLease } from "../../platform/postgres/backup-lease.ts";
import { BackupFault } from "./backup-fault.ts";
import { type BackupPlace, finishBackup, listBackups, loadManifest, store } from "./backup-place.ts";
import type { ObjectProblem } from "./check-backup.ts";
import { copyObjects, type WantedFile } from "./copy-objects.ts";
import { copyDatabase } from "./copy-tables.ts";
import { dropCutOff, dropOldBackups } from "./drop-old.ts";
import type { Progress } from "./in-parallel.ts";
import { noteBackup } from "./last-backup.ts";
import { type DatabaseCopy, listsOf, type Manifest, type StoredObject } from "./manifest.ts";
import { namedBodies, namedFiles } from "./named-files.ts";
import { ObjectListWriter, objectsIn } from "./object-list.ts";
import { openSnapshots } from "./open-snapshots.ts";
import { writingAlone } from "./writing-alone.ts";

export interface SavedServer {
  readonly id: string;
  readonly number: number;
  readonly pool: pg.Pool;
  /** Its segments, without a cache. */
  readonly files: Files;
}

/** What is saved. */
export interface Installation {
  readonly id: string;
  readonly version: string;
  readonly metadata: pg.Pool;
  readonly servers: readonly SavedServer[];
  readonly files: Files;
  readonly dataFolder: string;
  readonly secret: string;
  /** Paths in the data folder that are saved: keys. */
  readonly secretFiles: readonly string[];
  /** Nobody removes anything: the program is stopped. */
  readonly isStill: boolean;
}

export interface BackupOptions {
  readonly place: BackupPlace;
  readonly now: Date;
  /** Older backups are removed but for the newest ones, unless this one lacks files that they may have. */
  readonly keep: number | undefined;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

export interface BackupReport {
  readonly backup: string;
  readonly rows: number;
  readonly bodies: number;
  readonly files: number;
  /** Of bodies and files: those that were not there yet. */
  readonly copied: number;
  readonly copiedBytes: number;
  readonly problems: readonly ObjectProblem[];
  /** Names of the backups that went. */
  readonly removed: readonly string[];
}

const SECRET_MARK = "canopy backup";

export const secretMark = (secret: string): string => createHmac("sha256", secret).update(SECRET_MARK).digest("hex");

/** Lease, snapshot of index and rows, then the files that it names, and the manifest last. */
export function makeBackup(installation: Installation, options: BackupOptions): Promise<BackupReport> {
  const { place, keep } = options;
  return writingAlone(place, options.signal, async (signal) => {
    const report = await saveInstallation(installation, { ...options, signal });
    if (keep === undefined || report.problems.length > 0) return { ...report, removed: [] };
    return { ...report, removed: await dropOldBackups(place, { keep, newest: report.backup, signal }) };
  });
}

type Saved = Omit<BackupReport, "removed">;

async function saveInstallation(installation: Installation, options: BackupOptions): Promise<Saved> {
  const { metadata, servers, isStill } = installation;
  const known = await knownObjects(installation, options.place);
  await dropCutOff(options.place, options.signal);
  const pools = [...servers.map(({ pool }) => pool), metadata];
  const lease: BackupLease = isStill
    ? { check: () => undefined, release: async () => undefined }
    : await takeBackupLease(pools);
  try {
    return await underLease(installation, options, lease, known);
  } finally {
    await lease.release().catch(() => undefined);
  }
}

/** Of the newest backup in the place; all of them must be of the same installation. What it lacks is compared where it lies. */
async function knownObjects({ id }: Installation, place: BackupPlace): Promise<Map<string, StoredObject>> {
  const known = new Map<string, StoredObject>();
  let newest: Manifest | undefined;
  for (const backup of await listBackups(place)) {
    const manifest = await loadManifest(place, backup);
    newest = manifest;
    if (manifest.installation !== id)
      throw new BackupFault(`${place.where} has backups of another installation: take a place of its own`);
  }
  if (newest !== undefined)
    for (const { folder, list } of listsOf(newest))
      for await (const object of objectsIn(place, list, folder)) known.set(object.name, object);
  return known;
}

interface Snapshot {
  readonly metadata: DatabaseCopy;
  readonly servers: readonly { readonly database: DatabaseCopy; readonly bodies: readonly WantedFile[] }[];
  readonly files: readonly WantedFile[];
}

async function underLease(
  installation: Installation,
  options: BackupOptions,
  lease: BackupLease,
  known: ReadonlyMap<string, StoredObject>,
): Promise<Saved> {
  const { place, now, signal, progress } = options;
  const backup = now.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const taken = await copyRows(installation, options, `backups/${backup}`);
  const shared = { to: place, known, signal, check: () => lease.check() };
  const servers: Manifest["servers"] = [];
  const problems: ObjectProblem[] = [];
  let [copied, copiedBytes] = [0, 0];
  const copyList = async (
    name: string,
    wanted: readonly WantedFile[],
    from: Pick<Parameters<typeof copyObjects>[1], "from" | "folder" | "progress">,
  ) => {
    const list = new ObjectListWriter(place, backup, name);
    const done = await copyObjects(wanted, { ...shared, ...from, add: (object) => list.add(object) });
    for (const problem of done.problems) problems.push(problem);
    copied += done.copied;
    copiedBytes += done.copiedBytes;
    return list.end();
  };
  for (const [i, { id, number, files: from }] of installation.servers.entries()) {
    const { database, bodies } = taken.servers[i] as Snapshot["servers"][number];
    const where = { from, folder: "bodies", progress: progress("segment files") } as const;
    servers.push({ id, number, database, bodies: await copyList(`bodies-${number}`, bodies, where) });
  }
  const from = installation.files;
  const files = await copyList("files", taken.files, { from, folder: "files", progress: progress("files") });
  const manifest: Manifest = {
    version: installation.version,
    takenAt: now.toISOString(),
    installation: installation.id,
    metadata: taken.metadata,
    servers,
    files,
    secrets: await saveSecrets(installation, place, `backups/${backup}/secrets`),
    secretMark: secretMark(installation.secret),
  };
  signal.throwIfAborted();
  await finishBackup(place, backup, manifest);
  await noteBackup(installation.metadata, problems.length);
  const bodies = servers.reduce((sum, server) => sum + server.bodies.count, 0);
  return { backup, rows: rowsOf(manifest), bodies, files: files.count, copied, copiedBytes, problems };
}

export const rowsOf = ({ metadata, servers }: Manifest): number =>
  [metadata, ...servers.map(({ database }) => database)]
    .flatMap(({ tables }) => tables)
    .reduce((sum, { rows }) => sum + rows, 0);

/** Each snapshot is let go as soon as its rows are out: an open one keeps PostgreSQL from cleaning up behind the ingest. */
async function copyRows(
  { metadata, servers }: Installation,
  { place, signal, progress }: BackupOptions,
  folder: string,
): Promise<Snapshot> {
  const end = (client: pg.PoolClient | undefined) => client?.release(true);
  const tell = (database: string) => (table: string) => progress(`rows of ${database}: ${table}`)(0, 0, 0);
  const clients = await openSnapshots({ metadata, servers });
  try {
    const saved: Snapshot["servers"][number][] = [];
    for (const { number } of servers) {
      const client = clients.shift() as pg.PoolClient;
      try {
        const bodies = await namedBodies(client);
        const of = `frames-${number}`;
        const database = await copyDatabase(client, place, { folder: `${folder}/${of}`, signal, tell: tell(of) });
        saved.push({ database, bodies });
      } finally {
        end(client);
      }
    }
    const [client] = clients as [pg.PoolClient];
    const files = await namedFiles(client);
    const of = { folder: `${folder}/metadata`, signal, tell: tell("metadata") };
    return { metadata: await copyDatabase(client, place, of), servers: saved, files };
  } finally {
    for (const client of clients) end(client);
  }
}

async function saveSecrets(
  { dataFolder, secretFiles }: Installation,
  place: BackupPlace,
  folder: string,
): Promise<StoredObject[]> {
  const saved: StoredObject[] = [];
  for (const path of secretFiles) {
    const bytes = await readFile(join(dataFolder, path)).catch((error: unknown) => {
      if (systemCode(error) === "ENOENT") return undefined;
      throw error;
    });
    if (bytes !== undefined) saved.push(await store(place, `${folder}/${path}`, [bytes]));
  }
  return saved;
}
