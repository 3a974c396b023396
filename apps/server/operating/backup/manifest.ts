import { createHash } from "node:crypto";
import { z } from "zod";

/** In the data folder: what is encrypted is read with the first, and terminals may know the others. */
export const SECRET_FILES = ["secret", "tls/cert.pem", "tls/key.pem"] as const;

/** A name becomes a path, and a backup may come from anywhere: nothing of it leads out of its place. */
const isWithin = (name: string): boolean =>
  !/[\\\0]/.test(name) && name.split("/").every((part) => part !== "" && part !== "." && part !== "..");

const StoredObject = z.object({
  name: z.string().refine(isWithin),
  bytes: z.int().nonnegative(),
  sha256: z.string().length(64),
});

const Table = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
  object: StoredObject,
});

const DatabaseCopy = z.object({
  migrations: z.array(z.object({ number: z.int(), name: z.string(), checksum: z.string() })),
  tables: z.array(Table),
  /** Values as text: they may be larger than a number can tell. */
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});

const Manifest = z.object({
  /** Of the program that made it. */
  version: z.string(),
  /** Of the snapshot. */
  takenAt: z.string(),
  installation: z.string(),
  metadata: DatabaseCopy,
  servers: z.array(
    z.object({ id: z.uuid(), number: z.int().positive(), database: DatabaseCopy, bodies: z.array(StoredObject) }),
  ),
  /** Of devices and tenants, firmware images, flash packages. */
  files: z.array(StoredObject),
  /** Files of the data folder: the secret and the certificate. */
  secrets: z.array(StoredObject),
  /** Tells a wrong CANOPY_SECRET without telling the secret. */
  secretMark: z.string(),
});

export type StoredObject = z.infer<typeof StoredObject>;
export type TableCopy = z.infer<typeof Table>;
export type DatabaseCopy = z.infer<typeof DatabaseCopy>;
export type Manifest = z.infer<typeof Manifest>;

const FORMAT = 1;
const Envelope = z.object({ canopyBackup: z.literal(FORMAT), sha256: z.string(), content: Manifest });

/** With a checksum of itself: it is the one file that no other file vouches for. */
export function writeManifest(content: Manifest): string {
  const sha256 = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return JSON.stringify({ canopyBackup: FORMAT, sha256, content });
}

/** Undefined where a byte of it is not as it was written. */
export function readManifest(text: string): Manifest | undefined {
  try {
    const { content } = Envelope.parse(JSON.parse(text));
    return writeManifest(content) === text ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Objects that lie elsewhere than where a backup of this name puts them. */
export function strayObjects({ metadata, servers, files, secrets }: Manifest, backup: string): StoredObject[] {
  const below = (folder: string) => (object: StoredObject) => !object.name.startsWith(`${folder}/`);
  const tables = [metadata, ...servers.map(({ database }) => database)].flatMap((database) => database.tables);
  const keys = SECRET_FILES.map((path) => `backups/${backup}/secrets/${path}`);
  return [
    ...tables.map(({ object }) => object).filter(below(`backups/${backup}`)),
    ...servers.flatMap(({ bodies }) => bodies).filter(below("bodies")),
    ...files.filter(below("files")),
    ...secrets.filter(({ name }) => !keys.includes(name)),
  ];
}

/** Every object that the backup consists of, beside its manifest. */
export function* objectsOf({ metadata, servers, files, secrets }: Manifest): Generator<StoredObject> {
  for (const { tables } of [metadata, ...servers.map(({ database }) => database)])
    for (const { object } of tables) yield object;
  for (const { bodies } of servers) yield* bodies;
  yield* files;
  yield* secrets;
}
