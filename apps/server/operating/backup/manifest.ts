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
  /** PostgreSQL's formats of COPY; text is packed by gzip. */
  format: z.enum(["text", "binary"]).default("text"),
  rows: z.int().nonnegative(),
  object: StoredObject,
});

const DatabaseCopy = z.object({
  migrations: z.array(z.object({ number: z.int(), name: z.string(), checksum: z.string() })),
  tables: z.array(Table),
  /** Values as text: they may be larger than a number can tell. */
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});

/** Objects in parts that are files of the backup themselves: there may be millions, and a string has an end. */
const ObjectList = z.object({
  count: z.int().nonnegative(),
  /** Of all objects together. */
  bytes: z.int().nonnegative(),
  parts: z.array(StoredObject),
  /** Of a backup whose lists stand in the manifest itself. */
  inline: z.array(StoredObject).default([]),
});

const manifestWith = <List extends z.ZodType>(list: List) =>
  z.object({
    /** Of the program that made it. */
    version: z.string(),
    /** Of the snapshot. */
    takenAt: z.string(),
    installation: z.string(),
    metadata: DatabaseCopy,
    servers: z.array(z.object({ id: z.uuid(), number: z.int().positive(), database: DatabaseCopy, bodies: list })),
    /** Of devices and tenants, firmware images, flash packages. */
    files: list,
    /** Files of the data folder: the secret and the certificate. */
    secrets: z.array(StoredObject),
    /** Tells a wrong CANOPY_SECRET without telling the secret. */
    secretMark: z.string(),
  });

const Manifest = manifestWith(ObjectList);
const InlineManifest = manifestWith(z.array(StoredObject));

export type StoredObject = z.infer<typeof StoredObject>;
export type ObjectList = z.infer<typeof ObjectList>;
export type TableCopy = z.infer<typeof Table>;
export type DatabaseCopy = z.infer<typeof DatabaseCopy>;
export type Manifest = z.infer<typeof Manifest>;

/** 1: lists in the manifest itself. 2: in parts beside it. 3: some tables in binary. */
const FORMAT = 3;
const Envelope = z.object({ canopyBackup: z.int(), sha256: z.string(), content: z.unknown() });

/** With a checksum of itself: it is the one file that no other file vouches for. */
export const writeManifest = (content: Manifest): string => inEnvelope(FORMAT, content);

function inEnvelope(format: number, content: unknown): string {
  const sha256 = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return JSON.stringify({ canopyBackup: format, sha256, content });
}

/** Undefined where a byte of it is not as it was written. */
export function readManifest(text: string): Manifest | undefined {
  try {
    const { canopyBackup: format, content } = Envelope.parse(JSON.parse(text));
    if (inEnvelope(format, content) !== text) return undefined;
    if (format === 2 || format === FORMAT) return Manifest.parse(content);
    return format === 1 ? withLists(InlineManifest.parse(content)) : undefined;
  } catch {
    return undefined;
  }
}

function withLists({ servers, files, ...content }: z.infer<typeof InlineManifest>): Manifest {
  return {
    ...content,
    servers: servers.map(({ bodies, ...server }) => ({ ...server, bodies: inlineList(bodies) })),
    files: inlineList(files),
  };
}

function inlineList(inline: StoredObject[]): ObjectList {
  return { count: inline.length, bytes: inline.reduce((sum, { bytes }) => sum + bytes, 0), parts: [], inline };
}

export const listsFolder = (backup: string): string => `backups/${backup}/lists`;

/** One line of a part. */
export const writeLine = ({ name, bytes, sha256 }: StoredObject): string => JSON.stringify([name, bytes, sha256]);

const Line = z.tuple([z.string(), z.number(), z.string()]);

/** Throws where it is none. */
export function readLine(text: string): StoredObject {
  const [name, bytes, sha256] = Line.parse(JSON.parse(text));
  return StoredObject.parse({ name, bytes, sha256 });
}

/** Objects that lie elsewhere than where a backup of this name puts them; those of parts are looked at as they are read. */
export function strayObjects({ metadata, servers, files, secrets }: Manifest, backup: string): StoredObject[] {
  const below = (folder: string) => (object: StoredObject) => !object.name.startsWith(`${folder}/`);
  const tables = [metadata, ...servers.map(({ database }) => database)].flatMap((database) => database.tables);
  const bodies = servers.map((server) => server.bodies);
  const keys = SECRET_FILES.map((path) => `backups/${backup}/secrets/${path}`);
  return [
    ...tables.map(({ object }) => object).filter(below(`backups/${backup}`)),
    ...[...bodies, files].flatMap(({ parts }) => parts).filter(below(listsFolder(backup))),
    ...bodies.flatMap(({ inline }) => inline).filter(below("bodies")),
    ...files.inline.filter(below("files")),
    ...secrets.filter(({ name }) => !keys.includes(name)),
  ];
}

/** Objects that the manifest itself names, without the parts of its lists. */
export function namedObjects({ metadata, servers, secrets }: Manifest): StoredObject[] {
  const databases = [metadata, ...servers.map(({ database }) => database)];
  return [...databases.flatMap(({ tables }) => tables.map(({ object }) => object)), ...secrets];
}

/** Its lists, with the folder of the place in which their objects lie. */
export const listsOf = ({ servers, files }: Manifest): { folder: ListFolder; list: ObjectList }[] => [
  ...servers.map(({ bodies }) => ({ folder: "bodies" as const, list: bodies })),
  { folder: "files", list: files },
];

export type ListFolder = "bodies" | "files";
