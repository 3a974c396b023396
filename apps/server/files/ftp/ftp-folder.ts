import { LOCATION } from "@canopy/contract/files/file-name";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { addTraffic, trafficLeft } from "../../capacity/traffic-store.ts";
import { getFile, type StoredFile } from "../file-store.ts";
import type { FileReceiver, Receiving } from "../receive-file.ts";
import { accountNow, type FtpAccount } from "./ftp-account-store.ts";
import * as store from "./ftp-file-store.ts";
import { type FtpPath, splitPath } from "./ftp-path.ts";
import { type FtpEntry, type FtpFolder, FtpRefusal, type FtpUpload, type WriteMode } from "./ftp-ports.ts";
import { asRefused, PartUpload } from "./ftp-upload.ts";

export interface FtpFolderServices extends Receiving {
  readonly receiver: FileReceiver;
  readonly now: () => number;
}

const MOST_LISTED = 10_000;

/** The files of one device as a tree. Folders are part of the names of files; an empty one lasts as long as the session. */
export class AccountFolder implements FtpFolder {
  readonly #services: FtpFolderServices;
  readonly #account: FtpAccount;
  /** Made in this session. */
  readonly #made = new Set<string>();

  constructor(services: FtpFolderServices, account: FtpAccount) {
    this.#services = services;
    this.#account = account;
  }

  async isOpen(): Promise<boolean> {
    return (await accountNow(this.#services.db, this.#account)) !== undefined;
  }

  async list(path: FtpPath): Promise<FtpEntry[] | undefined> {
    const folder = path.join("/");
    const folders = await this.#folders();
    if (folder !== "" && !isAmong(folders, folder)) return undefined;
    const files = await store.filesIn(this.#services.db, this.#account, folder, MOST_LISTED);
    const below = folder === "" ? "" : `${folder}/`;
    const names = new Set(
      folders.filter((one) => one.startsWith(below)).map((one) => one.slice(below.length).split("/")[0] ?? ""),
    );
    names.delete("");
    return [...[...names].map((name) => folderEntry(name, this.#services.now())), ...files.map(fileEntry)];
  }

  async find(path: FtpPath): Promise<FtpEntry | undefined> {
    const file = await this.#file(path);
    return file && fileEntry(file);
  }

  async isFolder(path: FtpPath): Promise<boolean> {
    return path.length === 0 || isAmong(await this.#folders(), path.join("/"));
  }

  async makeFolder(path: FtpPath): Promise<boolean> {
    if ((await this.isFolder(path)) || (await this.#file(path)) !== undefined) return false;
    if (this.#made.size >= MOST_LISTED) throw new FtpRefusal(552, "Too many folders");
    this.#made.add(path.join("/"));
    return true;
  }

  async removeFolder(path: FtpPath): Promise<boolean> {
    const folder = path.join("/");
    const withFiles = await store.foldersOf(this.#services.db, this.#account, MOST_LISTED);
    return !isAmong(withFiles, folder) && this.#made.delete(folder);
  }

  async remove(path: FtpPath): Promise<boolean> {
    const file = await this.#file(path);
    if (file === undefined) return false;
    const others = await store.replacedBy(this.#services.db, this.#account, file);
    await this.#services.receiver.remove(this.#account.tenantId, [file.id, ...others]);
    return true;
  }

  async rename(from: FtpPath, to: FtpPath): Promise<boolean> {
    const [file, there, place] = [await this.#file(from), await this.#file(to), splitPath(to)];
    if (file === undefined || there !== undefined || place === undefined || (await this.isFolder(to))) return false;
    await store.renameFtpFile(this.#services.db, this.#account, file.id, place);
    return true;
  }

  async read(path: FtpPath, from: number): Promise<AsyncIterable<Uint8Array> | undefined> {
    const { db, contents, now } = this.#services;
    const { tenantId } = this.#account;
    const file = await this.#file(path);
    if (file === undefined || file.state !== "stored") return undefined;
    if ((await trafficLeft(db, tenantId, now())) === 0)
      throw new FtpRefusal(552, transferErrors.trafficExhausted.text.en);
    const reader = await asRefused(() => contents.open(tenantId, file.contentId));
    const count = (bytes: number) => addTraffic(db, tenantId, bytes, now()).catch(() => undefined);
    return counted(reader.stream(Math.min(from, reader.size), reader.size), count);
  }

  async write(path: FtpPath, mode: WriteMode): Promise<FtpUpload | undefined> {
    const place = splitPath(path);
    if (place === undefined || (await this.isFolder(path))) throw new FtpRefusal(553, "This is no name of a file");
    const file = mode.kind === "new" ? await this.#newFile(place) : await this.#oldFile(place, mode);
    return file && new PartUpload(this.#services, this.#account, file);
  }

  async #newFile({ folder, name }: { folder: string; name: string }): Promise<StoredFile> {
    const { tenantId, thingsId } = this.#account;
    const sender = { tenantId, thingsId, userId: null, source: "ftp", location: LOCATION.ftp } as const;
    const wanted = { ...sender, folder, name, size: null, sha256: null };
    const file = await asRefused(() => this.#services.receiver.begin(wanted, null));
    if (file === undefined) throw new FtpRefusal(553, "It cannot be made");
    return file;
  }

  /** Undefined: it has another number of bytes. */
  async #oldFile(place: { folder: string; name: string }, mode: WriteMode): Promise<StoredFile | undefined> {
    const { db } = this.#services;
    const found = await store.findFtpFile(db, this.#account, place);
    if (found === undefined) return mode.kind === "append" ? this.#newFile(place) : undefined;
    if (mode.kind === "at" && mode.offset !== found.received) return undefined;
    if (found.state === "stored" && !(await store.reopenFtpFile(db, this.#account, found.id)))
      throw new FtpRefusal(553, "Another file has the same content: send it whole");
    return getFile(db, this.#account.tenantId, found.id);
  }

  async #file(path: FtpPath): Promise<store.FtpFile | undefined> {
    const place = splitPath(path);
    return place && store.findFtpFile(this.#services.db, this.#account, place);
  }

  async #folders(): Promise<string[]> {
    return [...(await store.foldersOf(this.#services.db, this.#account, MOST_LISTED)), ...this.#made];
  }
}

const isAmong = (folders: readonly string[], folder: string) =>
  folders.some((one) => one === folder || one.startsWith(`${folder}/`));

const folderEntry = (name: string, changedMs: number): FtpEntry => ({ name, isFolder: true, size: 0, changedMs });

const fileEntry = ({ name, received, changedMs }: store.FtpFile): FtpEntry => ({
  name,
  isFolder: false,
  size: received,
  changedMs,
});

async function* counted(
  source: AsyncIterable<Uint8Array>,
  count: (bytes: number) => Promise<unknown>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const bytes of source) {
    yield bytes;
    await count(bytes.length);
  }
}
