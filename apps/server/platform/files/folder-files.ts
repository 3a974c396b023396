import { mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { systemCode } from "../engines/start-fault.ts";
import type { CheckFile, Files, NewFile, ReadBack, RemoveOptions } from "./files.ts";

/** An open file or folder. */
export interface DiskFile {
  read(into: Uint8Array, at: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
  writev(parts: readonly Uint8Array[]): Promise<unknown>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The file-system calls of a folder; a test simulates power loss. */
export interface Disk {
  /** With all folders above it. */
  mkdir(path: string): Promise<unknown>;
  open(path: string, flags: "r" | "wx"): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  /** No error where it is gone already. */
  rm(path: string): Promise<void>;
}

const localDisk: Disk = {
  mkdir: (path) => mkdir(path, { recursive: true }),
  open,
  rename,
  rm: (path) => rm(path, { force: true }),
};

const MOST_OPEN_FILES = 256;
/** A removed file that another thread holds open keeps its disk space: what was not used for this long is closed. */
const IDLE_MS = 30_000;
/** At the end of a name until the file is finished. */
const UNFINISHED = ".part";

/**
 * `shared`: other programs read the folder. They skip names with a dot in front, which unfinished files get, and folders
 * that are empty go.
 */
export type FolderUse = "own" | "shared";

const isGone = (error: unknown): boolean => systemCode(error) === "ENOENT";

/** A local folder. Files stay open while they are used: a page reads dozens of places of the same one. */
export class FolderFiles implements Files {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #use: FolderUse;
  /** Folders whose names are on disk, up to the one that holds ours. */
  readonly #lasting = new Set<string>();
  // In order of their last use.
  readonly #open = new Map<string, Promise<DiskFile>>();
  /** Since the last look for idle ones. */
  readonly #used = new Set<string>();
  #looking: NodeJS.Timeout | undefined;
  readonly #uses = new Map<string, number>();
  /** Removed while they were being read: closed by the last reader. */
  readonly #removed = new Map<string, Promise<DiskFile>>();

  constructor(folder: string, disk = localDisk, use: FolderUse = "own") {
    this.#folder = resolve(folder);
    this.#disk = disk;
    this.#use = use;
  }

  async read(name: string, offset: number, length: number): Promise<Uint8Array> {
    const handle = await this.#handle(name);
    try {
      return await readFrom(handle, offset, length);
    } finally {
      this.#release(name);
    }
  }

  async create(name: string): Promise<NewFile> {
    const path = this.#path(name);
    const folder = dirname(path);
    await this.#disk.mkdir(folder);
    const unfinished = this.#unfinished(path);
    const handle = await this.#disk.open(unfinished, "wx");
    return {
      async write(bytes) {
        // One call for many small parts.
        for (let at = 0; at < bytes.length; at += 512) await handle.writev(bytes.slice(at, at + 512));
      },
      finish: async (check) => {
        await handle.sync();
        await handle.close();
        if (check) await this.#check(unfinished, check);
        await this.#disk.rename(unfinished, path);
        await this.#closeReplaced(name);
        await this.#syncFolder(folder);
        await this.#syncParents(folder);
      },
      abort: async () => {
        await handle.close().catch(() => undefined);
        await this.#disk.rm(unfinished);
      },
    };
  }

  async remove(name: string, { leavesFinished = false }: RemoveOptions = {}): Promise<void> {
    const path = this.#path(name);
    await this.#disk.rm(this.#unfinished(path));
    if (leavesFinished) return;
    await this.#closeReplaced(name);
    await this.#disk.rm(path);
    const folder = this.#use === "shared" ? await this.#removeEmpty(dirname(path)) : dirname(path);
    // Its row goes next: a file that came back with the power would have none.
    await this.#syncFolder(folder).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }

  async size(name: string): Promise<number | undefined> {
    try {
      return (await stat(this.#path(name))).size;
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }

  /** Also those that are not finished. */
  async *list(prefix: string): AsyncGenerator<string, void, undefined> {
    const below = this.#path(prefix.slice(0, prefix.lastIndexOf("/") + 1));
    const entries = await readdir(below, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      if (isGone(error)) return [];
      throw error;
    });
    for (const entry of entries) {
      const name = relative(this.#folder, join(entry.parentPath, entry.name));
      if (entry.isFile() && name.startsWith(prefix)) yield name;
    }
  }

  async close(): Promise<void> {
    const handles = [...this.#open.values()];
    this.#open.clear();
    this.#used.clear();
    clearTimeout(this.#looking);
    this.#looking = undefined;
    for (const opened of handles) await opened.then((handle) => handle.close()).catch(() => undefined);
  }

  /** Names are made by the program; one that leads out of the folder is a fault of it. */
  #path(name: string): string {
    const path = join(this.#folder, name);
    if (path !== this.#folder && !path.startsWith(`${this.#folder}${sep}`))
      throw new Error(`no name of a file: ${name}`);
    return path;
  }

  #unfinished(path: string): string {
    return this.#use === "own" ? `${path}${UNFINISHED}` : join(dirname(path), `.${basename(path)}${UNFINISHED}`);
  }

  async #check(path: string, check: CheckFile): Promise<void> {
    const handle = await this.#disk.open(path, "r");
    const read: ReadBack = (offset, length) => readFrom(handle, offset, length);
    try {
      await check(read);
    } finally {
      await handle.close();
    }
  }

  /** Those who read the file of before end with it. */
  async #closeReplaced(name: string): Promise<void> {
    const opened = this.#open.get(name);
    this.#open.delete(name);
    if (opened && this.#uses.get(name)) this.#removed.set(name, opened);
    else if (opened) await opened.then((handle) => handle.close()).catch(() => undefined);
  }

  /** Folders that are empty, up to our own; gives the first that stays. */
  async #removeEmpty(folder: string): Promise<string> {
    for (let path = folder; path.length > this.#folder.length; path = dirname(path)) {
      const isRemoved = await rmdir(path).then(() => true, isGone);
      if (!isRemoved) return path;
      this.#lasting.delete(path);
    }
    return this.#folder;
  }

  async #handle(name: string): Promise<DiskFile> {
    let opened = this.#open.get(name);
    if (opened === undefined) {
      opened = this.#disk.open(this.#path(name), "r");
      opened.catch(() => this.#open.delete(name));
    } else this.#open.delete(name);
    this.#open.set(name, opened);
    this.#used.add(name);
    this.#looking ??= setTimeout(() => this.#closeIdle(), IDLE_MS).unref();
    this.#uses.set(name, (this.#uses.get(name) ?? 0) + 1);
    try {
      const handle = await opened;
      this.#closeOldest();
      return handle;
    } catch (error) {
      this.#release(name);
      throw error;
    }
  }

  #release(name: string): void {
    const uses = (this.#uses.get(name) ?? 1) - 1;
    if (uses > 0) {
      this.#uses.set(name, uses);
      return;
    }
    this.#uses.delete(name);
    const removed = this.#removed.get(name);
    this.#removed.delete(name);
    void removed?.then((handle) => handle.close()).catch(() => undefined);
  }

  #closeOldest(): void {
    for (const [name, opened] of this.#open) {
      if (this.#open.size <= MOST_OPEN_FILES) return;
      if (this.#uses.get(name)) continue;
      this.#open.delete(name);
      void opened.then((handle) => handle.close()).catch(() => undefined);
    }
  }

  /** Runs while files are open: each is closed within twice the time after its last use. */
  #closeIdle(): void {
    for (const [name, opened] of this.#open) {
      if (this.#used.has(name) || this.#uses.get(name)) continue;
      this.#open.delete(name);
      void opened.then((handle) => handle.close()).catch(() => undefined);
    }
    this.#used.clear();
    this.#looking = this.#open.size > 0 ? setTimeout(() => this.#closeIdle(), IDLE_MS).unref() : undefined;
  }

  /** Once for each folder: a process may have died between making it and syncing its parent. */
  async #syncParents(folder: string): Promise<void> {
    const synced: string[] = [];
    for (let path = folder; path.length >= this.#folder.length && !this.#lasting.has(path); path = dirname(path)) {
      await this.#syncFolder(dirname(path));
      synced.push(path);
    }
    for (const path of synced) this.#lasting.add(path);
  }

  async #syncFolder(path: string): Promise<void> {
    const handle = await this.#disk.open(path, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

async function readFrom(handle: DiskFile, offset: number, length: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  while (at < length) {
    const { bytesRead } = await handle.read(bytes, at, length - at, offset + at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return at === length ? bytes : bytes.subarray(0, at);
}
