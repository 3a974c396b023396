import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

interface Block {
  readonly path: string;
  readonly bytes: number;
  readonly usedMs: number;
}

/** Share of the budget that is kept when blocks are dropped; the rest is what several threads may add meanwhile. */
const KEPT_SHARE = 0.75;
const ADDED_SHARE = 1 / 32;

/**
 * Parts of files on the local disk, the least recently used dropped first. Every thread of a process has its own object
 * on one folder; a block that cannot be kept is left out, for it can always be fetched again.
 */
export class BlockCache {
  readonly #folder: string;
  readonly #most: number;
  #added = 0;
  #dropping: Promise<void> | undefined;

  constructor(folder: string, mostBytes: number) {
    this.#folder = folder;
    this.#most = mostBytes;
  }

  async get(name: string, index: number): Promise<Uint8Array | undefined> {
    const path = this.#pathOf(name, index);
    try {
      const bytes = await readFile(path);
      const now = new Date();
      void utimes(path, now, now).catch(() => undefined);
      return bytes;
    } catch {
      return undefined;
    }
  }

  async put(name: string, index: number, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(name, index);
    const unfinished = `${path}.${randomUUID()}`;
    try {
      await mkdir(this.#folderOf(name), { recursive: true });
      await writeFile(unfinished, bytes);
      await rename(unfinished, path);
    } catch {
      await rm(unfinished, { force: true }).catch(() => undefined);
      return;
    }
    this.#added += bytes.length;
    if (this.#added < this.#most * ADDED_SHARE) return;
    this.#added = 0;
    this.#dropping ??= this.#dropOldest().finally(() => {
      this.#dropping = undefined;
    });
    await this.#dropping;
  }

  async forget(name: string): Promise<void> {
    await rm(this.#folderOf(name), { recursive: true, force: true }).catch(() => undefined);
  }

  async #dropOldest(): Promise<void> {
    const blocks = await this.#blocks();
    let bytes = blocks.reduce((sum, block) => sum + block.bytes, 0);
    if (bytes + this.#most * ADDED_SHARE <= this.#most) return;
    blocks.sort((a, b) => a.usedMs - b.usedMs);
    for (const block of blocks) {
      if (bytes <= this.#most * KEPT_SHARE) break;
      await rm(block.path, { force: true }).catch(() => undefined);
      bytes -= block.bytes;
    }
    for (const folder of await this.#folders()) await rmdir(folder).catch(() => undefined);
  }

  async #blocks(): Promise<Block[]> {
    const blocks: Block[] = [];
    for (const folder of await this.#folders()) {
      const names = await readdir(folder).catch(() => []);
      const found = names.map(async (name) => {
        const path = join(folder, name);
        const { size, mtimeMs } = await stat(path);
        blocks.push({ path, bytes: size, usedMs: mtimeMs });
      });
      await Promise.allSettled(found);
    }
    return blocks;
  }

  async #folders(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.map((name) => join(this.#folder, name));
  }

  #folderOf(name: string): string {
    return join(this.#folder, name.replaceAll("/", "_"));
  }

  #pathOf(name: string, index: number): string {
    return join(this.#folderOf(name), String(index));
  }
}
