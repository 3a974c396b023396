import { createHash, type Hash, randomUUID } from "node:crypto";
import { fileErrors } from "@canopy/contract/files/errors";
import type { BegunUpload } from "@canopy/contract/files/uploads";
import { hashToken, newToken } from "../accounts/secrets.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { FileContents, NewPart } from "./file-contents.ts";
import { lockSpace, requireBytes, requireSpace } from "./file-space.ts";
import * as store from "./file-store.ts";
import { dropContent, dropParts, keepPart } from "./part-store.ts";

export interface Receiving {
  readonly db: Db;
  readonly contents: FileContents;
}

export type WantedFile = Omit<store.NewStoredFile, "id" | "contentId" | "uploadHash">;

/** How a file stands after a step; `repeated`: the same content was here before. */
export interface Received {
  readonly file: store.StoredFile;
  readonly state: "receiving" | "stored" | "repeated";
}

/** Bytes of a file that are being written; `keep` or `give` ends it, and so does an error. */
export interface NextBytes {
  readonly size: number;
  write(bytes: Uint8Array): Promise<void>;
  /** False where they are not the next ones, and nothing was kept. `check` may throw. */
  keep(check?: (trx: Db) => Promise<void>): Promise<boolean>;
  /** Nothing of them stays. */
  give(): Promise<void>;
}

/** Hashes of files that are on their way through this process, by content; the others are read again at their end. */
const MOST_HASHES = 500;

/** Takes files in, part by part, from whatever side. */
export class FileReceiver {
  readonly #db: Db;
  readonly #contents: FileContents;
  // In order of their last use.
  readonly #hashes = new Map<string, { readonly hash: Hash; readonly at: number }>();

  constructor({ db, contents }: Receiving) {
    this.#db = db;
    this.#contents = contents;
  }

  /** The row and its room; undefined: there is a file of the name. Whoever may be interrupted brings the `id`. */
  async begin(
    wanted: WantedFile,
    uploadHash: Buffer | null,
    id: string = randomUUID(),
  ): Promise<store.StoredFile | undefined> {
    const contentId = randomUUID();
    const { tenantId, location } = wanted;
    const isNew = await this.#db.transaction().execute(async (trx) => {
      await lockSpace(trx, tenantId);
      await requireSpace(trx, tenantId, location, wanted.size ?? 0);
      return store.insertFile(trx, { ...wanted, id, contentId, uploadHash });
    });
    return isNew ? store.getFile(this.#db, tenantId, id) : undefined;
  }

  /** The next bytes; false where they are not the next ones, and nothing was kept. */
  async append(file: store.StoredFile, at: number, bytes: Uint8Array): Promise<boolean> {
    if (bytes.length === 0) return at === file.received;
    const next = await this.next(file, at, bytes.length);
    await next.write(bytes);
    return next.keep();
  }

  /** The next bytes, of which there are at most so many, as they come. */
  async next(file: store.StoredFile, at: number, mostBytes: number): Promise<NextBytes> {
    const { tenantId, contentId } = file;
    const part = await this.#contents.begin(tenantId, contentId, at, mostBytes);
    const known = this.#hashes.get(contentId);
    const before = known?.at === at ? known.hash : at === 0 ? createHash("sha256") : undefined;
    const hash = before?.copy();
    const give = async () => {
      await part.abort().catch(() => undefined);
      await this.#contents.give(tenantId, [part.object]).catch(() => undefined);
    };
    const orGive = async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work();
      } catch (error) {
        await give();
        throw error;
      }
    };
    return {
      get size() {
        return part.size;
      },
      write: (bytes) => {
        hash?.update(bytes);
        return orGive(() => part.write(bytes));
      },
      keep: (check) =>
        orGive(async () => {
          await part.finish();
          const isKept = await this.#keep(file, at, part, check);
          if (isKept) this.#keepHash(contentId, at + part.size, hash);
          else await give();
          return isKept;
        }),
      give,
    };
  }

  /** Of a file whose bytes have all come: checks its hash, and keeps a content that was here before once. */
  async finish(file: store.StoredFile): Promise<Received> {
    const sha256 = await this.#hashOf(file);
    const { tenantId } = file;
    if (file.sha256 !== null && file.sha256.toLowerCase() !== sha256) {
      await this.#startAgain(file);
      throw new ApiError(fileErrors.wrongHash);
    }
    const ended = await this.#db.transaction().execute(async (trx) => {
      const same = file.thingsId === null ? undefined : await store.lockSameFile(trx, file, sha256);
      if (same === undefined) {
        await store.markStored(trx, file, { sha256, contentId: file.contentId, sameAs: null });
        return { id: file.id, isRepeated: false, objects: [] };
      }
      const isAgain = same.name === file.name && same.folder === file.folder;
      if (isAgain) {
        const { uploadHash } = await store.deleteFileRows(trx, tenantId, [file.id]);
        await store.countRepeat(trx, tenantId, same.id, uploadHash);
      } else await store.markStored(trx, file, { sha256, contentId: same.contentId, sameAs: same.name });
      const objects = await dropParts(trx, tenantId, [file.contentId]);
      return { id: isAgain ? same.id : file.id, isRepeated: true, objects };
    });
    await this.#contents.give(tenantId, ended.objects).catch(() => undefined);
    const kept = await store.getFile(this.#db, tenantId, ended.id);
    if (kept === undefined) throw new ApiError(fileErrors.uploadUnknown);
    return { file: kept, state: ended.isRepeated ? "repeated" : "stored" };
  }

  async remove(tenantId: string, ids: readonly string[]): Promise<{ count: number; bytes: number }> {
    const gone = await this.#db.transaction().execute(async (trx) => {
      const { contentIds, count, bytes } = await store.deleteFileRows(trx, tenantId, ids);
      return { count, bytes, objects: await dropParts(trx, tenantId, contentIds) };
    });
    // The rows are gone: objects that cannot be removed now are taken up by the clean-up.
    await this.#contents.give(tenantId, gone.objects).catch(() => undefined);
    return { count: gone.count, bytes: gone.bytes };
  }

  async #startAgain(file: store.StoredFile): Promise<void> {
    this.#hashes.delete(file.contentId);
    const objects = await this.#db.transaction().execute(async (trx) => {
      await store.resetReceived(trx, file);
      return dropContent(trx, file.tenantId, file.contentId);
    });
    await this.#contents.give(file.tenantId, objects).catch(() => undefined);
  }

  #keep(file: store.StoredFile, at: number, part: NewPart, check?: (trx: Db) => Promise<void>): Promise<boolean> {
    const { tenantId } = file;
    return this.#db.transaction().execute(async (trx) => {
      if (file.size === null) {
        await lockSpace(trx, tenantId);
        await requireBytes(trx, tenantId, file.location, part.size);
        await check?.(trx);
      }
      if (!(await store.addReceived(trx, file, at, part.size))) return false;
      if (!(await keepPart(trx, tenantId, part))) throw new ApiError(fileErrors.uploadUnknown);
      return true;
    });
  }

  #keepHash(contentId: string, at: number, hash: Hash | undefined): void {
    this.#hashes.delete(contentId);
    if (hash === undefined) return;
    this.#hashes.set(contentId, { hash, at });
    for (const oldest of this.#hashes.keys()) {
      if (this.#hashes.size <= MOST_HASHES) return;
      this.#hashes.delete(oldest);
    }
  }

  async #hashOf(file: store.StoredFile): Promise<string> {
    const known = this.#hashes.get(file.contentId);
    this.#hashes.delete(file.contentId);
    if (known?.at === file.received) return known.hash.digest("hex");
    return (await this.#contents.open(file.tenantId, file.contentId)).sha256();
  }
}

/** A new file with the right to send its bytes, or the same one that was cut. */
export async function beginUpload(
  { db }: Receiving,
  receiver: FileReceiver,
  wanted: WantedFile & { readonly size: number },
): Promise<BegunUpload | undefined> {
  const upload = newToken();
  const { size } = wanted;
  const here = wanted.thingsId === null ? undefined : await store.findStored(db, wanted);
  if (here !== undefined) {
    await store.countRepeat(db, here.tenantId, here.id, hashToken(upload));
    return { file_id: here.id, size, received: size, state: "repeated", upload };
  }
  const cut = wanted.thingsId === null ? undefined : await store.unfinishedFile(db, wanted);
  if (cut !== undefined) await store.setUpload(db, cut, hashToken(upload));
  const file = cut ?? (await receiver.begin(wanted, hashToken(upload)));
  if (file === undefined) return undefined;
  const { state, file: kept } = file.received === size ? await receiver.finish(file) : { state: file.state, file };
  return { file_id: kept.id, size, received: kept.received, state, upload };
}
