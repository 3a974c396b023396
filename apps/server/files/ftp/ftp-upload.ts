import { LEAST_PIECE_BYTES, MOST_PIECE_BYTES } from "@canopy/contract/files/uploads";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { getFile, type StoredFile } from "../file-store.ts";
import type { FileReceiver, NextBytes, Receiving } from "../receive-file.ts";
import { accountNow, type FtpAccount } from "./ftp-account-store.ts";
import { replacedBy, usedByAccount } from "./ftp-file-store.ts";
import { FtpRefusal, type FtpUpload, REVOKED } from "./ftp-ports.ts";

interface UploadServices extends Receiving {
  readonly receiver: FileReceiver;
}

/** Of a slow line: what is written for an hour counts as left behind. */
const KEEP_AFTER_MS = 600_000;

/** A stream of bytes that becomes parts of a file. */
export class PartUpload implements FtpUpload {
  readonly #services: UploadServices;
  readonly #account: FtpAccount;
  readonly #file: StoredFile;
  #at: number;
  #next: NextBytes | undefined;
  #begunMs = 0;

  constructor(services: UploadServices, account: FtpAccount, file: StoredFile) {
    this.#services = services;
    this.#account = account;
    this.#file = file;
    this.#at = file.received;
  }

  async take(bytes: Uint8Array): Promise<void> {
    if (this.#next === undefined) this.#begunMs = performance.now();
    await asRefused(async () => {
      this.#next ??= await this.#services.receiver.next(this.#file, this.#at, MOST_PIECE_BYTES + bytes.length);
      await this.#next.write(bytes);
    });
    const size = this.#next?.size ?? 0;
    const isOld = performance.now() - this.#begunMs > KEEP_AFTER_MS;
    if (size >= MOST_PIECE_BYTES || (isOld && size >= LEAST_PIECE_BYTES)) await this.#keep();
  }

  /** A file that was here under the name goes when the new one is whole. */
  async finish(): Promise<void> {
    await this.#keep();
    const { db, receiver } = this.#services;
    const { tenantId } = this.#account;
    const file = await getFile(db, tenantId, this.#file.id);
    if (file === undefined) throw new FtpRefusal(451, "It was deleted meanwhile");
    const { file: kept } = await asRefused(() => receiver.finish(file));
    const replaced = await replacedBy(db, this.#account, { id: kept.id, folder: kept.folder, name: kept.name });
    if (replaced.length > 0) await receiver.remove(tenantId, replaced);
  }

  /** Crumbs are not kept: the sender goes on from what `SIZE` says. */
  async cut(): Promise<void> {
    if ((this.#next?.size ?? 0) >= LEAST_PIECE_BYTES) await this.#keep().catch(() => undefined);
    else await this.#next?.give();
    const { db, receiver } = this.#services;
    const { tenantId } = this.#account;
    // Another connection may have gone on with it meanwhile.
    const isEmpty = this.#at === 0 && (await getFile(db, tenantId, this.#file.id))?.received === 0;
    if (isEmpty) await receiver.remove(tenantId, [this.#file.id]);
  }

  async #keep(): Promise<void> {
    const next = this.#next;
    this.#next = undefined;
    if (next === undefined) return;
    const check = async (trx: Db) => {
      // A file may be on its way for hours: by now the device may be another tenant's.
      const account = await accountNow(trx, this.#account);
      if (account === undefined) throw new FtpRefusal(530, REVOKED);
      const used = await usedByAccount(trx, account);
      if (used + next.size > account.quotaBytes) throw new FtpRefusal(552, "The device's FTP space is full");
    };
    const isKept = await asRefused(() => next.keep(check));
    if (!isKept) throw new FtpRefusal(451, "Another connection writes this file");
    this.#at += next.size;
  }
}

/** Errors of files in codes of FTP. */
export async function asRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isFull = error.def.status === 403 || error.def.status === 507;
    throw new FtpRefusal(isFull ? 552 : 451, error.message);
  }
}
