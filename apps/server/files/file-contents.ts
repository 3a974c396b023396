import { createHash, randomUUID } from "node:crypto";
import { statfs } from "node:fs/promises";
import { fileErrors } from "@canopy/contract/files/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { systemCode } from "../platform/engines/start-fault.ts";
import type { Files, NewFile } from "../platform/files/files.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { dropPart, forgetPart, insertPart, type LoosePart, type Part, partsOf } from "./part-store.ts";

/** Free space left for other users of the disk, above all the databases. */
const LEAST_FREE_BYTES = 512 * 1024 * 1024;
const READ_BYTES = 1024 * 1024;

/** Where the bytes of files lie. */
export interface FilePlace {
  readonly files: Files;
  /** On the local disk that they fill; undefined: they lie in a bucket. */
  readonly folder: string | undefined;
}

const nameOf = (tenantId: string, object: string) => `${tenantId}/${object}`;

/** Contents of files, in parts. */
export class FileContents {
  readonly #db: Db;
  readonly #files: Files;
  readonly #folder: string | undefined;

  constructor(db: Db, { files, folder }: FilePlace) {
    this.#db = db;
    this.#files = files;
    this.#folder = folder;
  }

  /** Begins an object of at most this many bytes that is not a part yet; `keepPart` makes it one. */
  async begin(tenantId: string, contentId: string, at: number, mostBytes: number): Promise<NewPart> {
    const object = randomUUID();
    await this.#requireRoom(mostBytes);
    await insertPart(this.#db, tenantId, contentId, { object, at, size: 0 });
    try {
      return new NewPart(object, await this.#files.create(nameOf(tenantId, object)));
    } catch (error) {
      await this.give(tenantId, [object]).catch(() => undefined);
      throw asFileError(error);
    }
  }

  /** Removes objects that are no parts, or no longer. What fails is taken up by the clean-up. */
  async give(tenantId: string, objects: readonly string[]): Promise<void> {
    for (const object of objects) {
      await dropPart(this.#db, tenantId, object);
      await this.remove({ tenantId, object });
    }
  }

  async remove(loose: LoosePart): Promise<void> {
    await this.#files.remove(nameOf(loose.tenantId, loose.object), { isUnfinished: true });
    await forgetPart(this.#db, loose);
  }

  async open(tenantId: string, contentId: string): Promise<ContentReader> {
    return new ContentReader(this.#files, tenantId, await partsOf(this.#db, tenantId, contentId));
  }

  async #requireRoom(bytes: number): Promise<void> {
    if (this.#folder === undefined) return;
    const disk = await statfs(this.#folder);
    if (disk.bavail * disk.bsize < LEAST_FREE_BYTES + bytes) throw new ApiError(transferErrors.diskFull);
  }
}

/** Bytes collected before they are handed to the disk. */
const WRITE_BYTES = 256 * 1024;

/** An object that is being written: the disk takes the bytes while the next ones come. */
export class NewPart {
  size = 0;
  readonly object: string;
  readonly #file: NewFile;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  /** Its error surfaces at the next one, or at `finish`. */
  #writing: Promise<void> = Promise.resolve();

  constructor(object: string, file: NewFile) {
    this.object = object;
    this.#file = file;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.size += bytes.length;
    if (this.#waitingBytes >= WRITE_BYTES) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    await this.#writing;
    await this.#file.finish().catch((error: unknown) => {
      throw asFileError(error);
    });
  }

  async abort(): Promise<void> {
    this.#waiting = [];
    await this.#writing.catch(() => undefined);
    await this.#file.abort();
  }

  async #flush(): Promise<void> {
    const bytes = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    await this.#writing;
    if (bytes.length === 0) return;
    this.#writing = this.#file.write(bytes).catch((error: unknown) => {
      throw asFileError(error);
    });
    this.#writing.catch(() => undefined);
  }
}

/** Reads a content at any place. */
export class ContentReader {
  readonly #files: Files;
  readonly #tenantId: string;
  readonly #parts: readonly Part[];
  readonly size: number;

  constructor(files: Files, tenantId: string, parts: readonly Part[]) {
    this.#files = files;
    this.#tenantId = tenantId;
    this.#parts = parts;
    this.size = parts.reduce((end, { at, size }) => (at === end ? end + size : end), 0);
  }

  /** At least one byte and at most `most`, of one part; none at the end. */
  async read(position: number, most: number): Promise<Uint8Array> {
    const part = this.#partAt(position);
    if (part === undefined) return new Uint8Array(0);
    const from = position - part.at;
    const length = Math.min(most, part.size - from);
    try {
      const bytes = await this.#files.read(nameOf(this.#tenantId, part.object), from, length);
      if (bytes.length !== length) throw new ApiError(fileErrors.fileDamaged);
      return bytes;
    } catch (error) {
      throw systemCode(error) === "ENOENT" ? new ApiError(fileErrors.fileDamaged) : asFileError(error);
    }
  }

  async *stream(from: number, to: number): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = from; at < to; ) {
      const bytes = await this.read(at, Math.min(READ_BYTES, to - at));
      if (bytes.length === 0) throw new ApiError(fileErrors.fileDamaged);
      at += bytes.length;
      yield bytes;
    }
  }

  async sha256(): Promise<string> {
    const hash = createHash("sha256");
    for await (const bytes of this.stream(0, this.size)) hash.update(bytes);
    return hash.digest("hex");
  }

  /** By halves: a file of 8 GB may have thousands. */
  #partAt(position: number): Part | undefined {
    let [low, high] = [0, this.#parts.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const part = this.#parts[middle];
      if (part === undefined) return undefined;
      if (position < part.at) high = middle - 1;
      else if (position >= part.at + part.size) low = middle + 1;
      else return part;
    }
    return undefined;
  }
}

/** A full disk and a bucket that is away become codes with texts. */
function asFileError(error: unknown): unknown {
  const code = systemCode(error);
  if (code === "ENOSPC" || code === "EDQUOT")
    return Object.assign(new ApiError(transferErrors.diskFull), { cause: error });
  if (code?.startsWith("FILES_")) return Object.assign(new ApiError(platformErrors.unavailable), { cause: error });
  return error;
}
