import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { readWhole } from "../../platform/files/files.ts";
import { BackupFault, inPlace } from "./backup-fault.ts";
import { type BackupPlace, store } from "./backup-place.ts";
import {
  type ListFolder,
  listsFolder,
  listsOf,
  type Manifest,
  namedObjects,
  type ObjectList,
  readLine,
  type StoredObject,
  writeLine,
} from "./manifest.ts";

/** About 10 MB as text, and 4 MB in the place. */
const PART_OBJECTS = 50_000;

/** Writes a list of a backup while its objects are copied, in whatever order. */
export class ObjectListWriter {
  readonly #place: BackupPlace;
  readonly #name: string;
  readonly #partObjects: number;
  readonly #parts: StoredObject[] = [];
  #lines: string[] = [];
  #begun = 0;
  #count = 0;
  #bytes = 0;

  /** `name` is that of the list in its backup. */
  constructor(place: BackupPlace, backup: string, name: string, partObjects = PART_OBJECTS) {
    this.#place = place;
    this.#name = `${listsFolder(backup)}/${name}`;
    this.#partObjects = partObjects;
  }

  async add(object: StoredObject): Promise<void> {
    this.#lines.push(writeLine(object));
    this.#count += 1;
    this.#bytes += object.bytes;
    if (this.#lines.length >= this.#partObjects) await this.#write();
  }

  async end(): Promise<ObjectList> {
    if (this.#lines.length > 0) await this.#write();
    const parts = this.#parts.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return { count: this.#count, bytes: this.#bytes, parts, inline: [] };
  }

  async #write(): Promise<void> {
    const packed = gzipSync(`${this.#lines.join("\n")}\n`);
    this.#lines = [];
    this.#begun += 1;
    const name = `${this.#name}-${String(this.#begun).padStart(5, "0")}.gz`;
    this.#parts.push(await store(this.#place, name, [packed]));
  }
}

/** The objects of a list, of which one part at a time is in memory. */
export async function* objectsIn(
  place: BackupPlace,
  { inline, parts }: ObjectList,
  folder: ListFolder,
): AsyncGenerator<StoredObject, void, undefined> {
  yield* inline;
  for (const part of parts) yield* await readPart(place, part, folder);
}

/** Every object that the backup consists of, beside its manifest; a part of a list after what it names. */
export async function* objectsOf(
  place: BackupPlace,
  manifest: Manifest,
): AsyncGenerator<StoredObject, void, undefined> {
  yield* namedObjects(manifest);
  for (const { folder, list } of listsOf(manifest)) {
    yield* objectsIn(place, list, folder);
    yield* list.parts;
  }
}

/** Throws where a byte of it is not as it was written. */
export async function readPart(place: BackupPlace, part: StoredObject, folder: ListFolder): Promise<StoredObject[]> {
  const { files, where } = place;
  const bytes = await readWhole(files, part.name).catch((error: unknown) => {
    throw inPlace(error, where);
  });
  if (bytes === undefined) throw new BackupFault(`${part.name} of ${where} is missing`);
  if (createHash("sha256").update(bytes).digest("hex") !== part.sha256)
    throw new BackupFault(`${part.name} of ${where} has another checksum: its bytes were changed`);
  const objects = gunzipSync(bytes).toString().trimEnd().split("\n").map(readLine);
  const stray = objects.find(({ name }) => !name.startsWith(`${folder}/`));
  if (stray === undefined) return objects;
  throw new BackupFault(`${part.name} of ${where} names ${stray.name}, which is no place of this backup`);
}
