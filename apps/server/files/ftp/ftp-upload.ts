import { LEAST_PIECE_BYTES, PIECE_BYTES } from "@canopy/contract/files/uploads";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { getFile, type StoredFile } from "../file-store.ts";
import type { FileReceiver, Receiving } from "../receive-file.ts";
import type { FtpAccount } from "./ftp-account-store.ts";
import { replacedBy, usedByAccount } from "./ftp-file-store.ts";
import { FtpRefusal, type FtpUpload } from "./ftp-ports.ts";

interface UploadServices extends Receiving {
  readonly receiver: FileReceiver;
}

/** A stream of bytes that becomes parts of a file. */
export class PartUpload implements FtpUpload {
  readonly #services: UploadServices;
  readonly #account: FtpAccount;
  readonly #file: StoredFile;
  #at: number;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  constructor(services: UploadServices, account: FtpAccount, file: StoredFile) {
    this.#services = services;
    this.#account = account;
    this.#file = file;
    this.#at = file.received;
  }

  async take(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(Uint8Array.from(bytes));
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= PIECE_BYTES) await this.#flush();
  }

  /** A file that was here under the name goes when the new one is whole. */
  async finish(): Promise<void> {
    await this.#flush();
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
    if (this.#waitingBytes >= LEAST_PIECE_BYTES) await this.#flush().catch(() => undefined);
    if (this.#at === 0) await this.#services.receiver.remove(this.#account.tenantId, [this.#file.id]);
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (bytes.length === 0) return;
    const check = async (trx: Db) => {
      const used = await usedByAccount(trx, this.#account);
      if (used + bytes.length > this.#account.quotaBytes) throw new FtpRefusal(552, "The device's FTP space is full");
    };
    const isKept = await asRefused(() => this.#services.receiver.append(this.#file, this.#at, bytes, check));
    if (!isKept) throw new FtpRefusal(451, "Another connection writes this file");
    this.#at += bytes.length;
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
