/** For tests: a disk that forgets what was not synced when its power is lost. What programs see lies in a real folder. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import type { Disk, DiskFile } from "./folder-files.ts";

/** Its bytes when they were last synced; undefined: never. */
interface FileNode {
  readonly kind: "file";
  path: string;
  synced: Uint8Array | undefined;
}

interface FolderNode {
  readonly kind: "folder";
  entries: Map<string, FileNode | FolderNode>;
  /** As of the last sync of this folder. */
  synced: Map<string, FileNode | FolderNode>;
}

const newFolder = (): FolderNode => ({ kind: "folder", entries: new Map(), synced: new Map() });

/** Asked for each thing that was not synced; below 1/2: it is lost. */
export type Chance = () => number;
export const LOSES_ALL: Chance = () => 0;
export const LOSES_NOTHING: Chance = () => 1;

export class ForgetfulDisk {
  readonly #path: string;
  #root = newFolder();
  readonly #handles = new Set<FileHandle>();

  /** `path` is there, empty, and stays. */
  constructor(path: string) {
    this.#path = path;
  }

  /** As a process sees it: `before` is asked before each change, and may stop the process for ever. */
  seenBy(before: (what: string) => Promise<void> = async () => undefined): Disk {
    return {
      mkdir: async (path) => {
        await before("mkdir");
        this.#makeFolders(path);
        await mkdir(path, { recursive: true });
      },
      open: async (path, flags) => {
        if (flags === "wx") await before("create");
        const handle = await open(path, flags);
        this.#handles.add(handle);
        if (flags === "wx") this.#parentOf(path).entries.set(basename(path), { kind: "file", path, synced: undefined });
        return this.#file(path, handle, before);
      },
      rename: async (from, to) => {
        await before("rename");
        await rename(from, to);
        const node = this.#nodeOf(from);
        this.#parentOf(from).entries.delete(basename(from));
        if (node === undefined) throw new Error(`nothing to rename: ${from}`);
        if (node.kind === "file") node.path = to;
        this.#parentOf(to).entries.set(basename(to), node);
      },
      rm: async (path) => {
        await before("remove");
        await rm(path, { force: true });
        if (this.#nodeOf(path)) this.#parentOf(path).entries.delete(basename(path));
      },
    };
  }

  /** Loses unsynced writes, wholly or in part; open files are gone. */
  async powerLoss(chance: Chance): Promise<void> {
    const left = this.#leftOf(this.#root, chance);
    await this.wipe();
    this.#root = this.#write(this.#path, left);
  }

  /** The end of every process, and of everything on the disk. */
  async wipe(): Promise<void> {
    for (const handle of this.#handles) await handle.close().catch(() => undefined);
    this.#handles.clear();
    rmSync(this.#path, { recursive: true, force: true });
    mkdirSync(this.#path);
  }

  #file(path: string, handle: FileHandle, before: (what: string) => Promise<void>): DiskFile {
    return {
      read: (into, at, length, position) => handle.read(into, at, length, position),
      writev: async (parts) => {
        await before("write");
        await handle.writev(parts);
      },
      sync: async () => {
        const node = this.#nodeOf(path);
        await before(node?.kind === "folder" ? "sync of a folder" : "sync");
        if (node?.kind === "folder") node.synced = new Map(node.entries);
        else if (node !== undefined) node.synced = readFileSync(path);
      },
      close: async () => {
        this.#handles.delete(handle);
        await handle.close();
      },
    };
  }

  #makeFolders(path: string): void {
    let node = this.#root;
    for (const name of this.#names(path)) {
      const next = node.entries.get(name) ?? newFolder();
      if (next.kind === "file") throw new Error(`${path} leads through a file`);
      node.entries.set(name, next);
      node = next;
    }
  }

  #names(path: string): string[] {
    return relative(this.#path, path).split("/").filter(Boolean);
  }

  #nodeOf(path: string): FileNode | FolderNode | undefined {
    let node: FileNode | FolderNode | undefined = this.#root;
    for (const name of this.#names(path)) node = node?.kind === "folder" ? node.entries.get(name) : undefined;
    return node;
  }

  #parentOf(path: string): FolderNode {
    const node = this.#nodeOf(dirname(path));
    if (node?.kind !== "folder") throw new Error(`${path} is in no folder`);
    return node;
  }

  #leftOf({ entries, synced }: FolderNode, chance: Chance): Left {
    const left: Left = new Map();
    for (const name of new Set([...entries.keys(), ...synced.keys()])) {
      const [now, before] = [entries.get(name), synced.get(name)];
      const node = now === before || chance() >= 0.5 ? now : before;
      if (node?.kind === "folder") left.set(name, this.#leftOf(node, chance));
      else if (node !== undefined) left.set(name, bytesLeft(node, chance));
    }
    return left;
  }

  #write(path: string, left: Left): FolderNode {
    mkdirSync(path, { recursive: true });
    const entries: FolderNode["entries"] = new Map();
    for (const [name, one] of left) {
      const own = join(path, name);
      if (one instanceof Uint8Array) {
        writeFileSync(own, one);
        entries.set(name, { kind: "file", path: own, synced: one });
      } else entries.set(name, this.#write(own, one));
    }
    return { kind: "folder", entries, synced: new Map(entries) };
  }
}

type Left = Map<string, Uint8Array | Left>;

/** Of bytes that were written and not synced any number may be there. */
function bytesLeft({ path, synced = new Uint8Array(0) }: FileNode, chance: Chance): Uint8Array {
  let now: Uint8Array;
  try {
    now = readFileSync(path);
  } catch {
    return synced;
  }
  if (Buffer.compare(now, synced) === 0) return synced;
  return now.subarray(0, Math.floor(synced.length + chance() * (now.length - synced.length)));
}
