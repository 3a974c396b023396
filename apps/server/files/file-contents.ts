import { createHash, randomUUID } from "node:crypto";
import { statfs } from "node:fs/promises";
import { fileErrors } from "@canopy/contract/files/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { systemCode } from "../platform/engines/start-fault.ts";
import type { Files } from "../platform/files/files.ts";
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

  /** Writes bytes as an object that is not a part yet; `keepPart` makes it one. */
  async write(tenantId: string, contentId: string, at: number, bytes: Uint8Array): Promise<Part> {
    const part = { object: randomUUID(), at, size: bytes.length };
    await this.#requireRoom(bytes.length);
    await insertPart(this.#db, tenantId, contentId, part);
    try {
      await this.#writeObject(nameOf(tenantId, part.object), bytes);
    } catch (error) {
      await this.give(tenantId, [part.object]).catch(() => undefined);
      throw asFileError(error);
    }
    return part;
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

  async #writeObject(name: string, bytes: Uint8Array): Promise<void> {
    const file = await this.#files.create(name);
    try {
      await file.write([bytes]);
      await file.finish();
    } catch (error) {
      await file.abort().catch(() => undefined);
      throw error;
    }
  }

  async #requireRoom(bytes: number): Promise<void> {
    if (this.#folder === undefined) return;
    const disk = await statfs(this.#folder);
    if (disk.bavail * disk.bsize < LEAST_FREE_BYTES + bytes) throw new ApiError(transferErrors.diskFull);
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
