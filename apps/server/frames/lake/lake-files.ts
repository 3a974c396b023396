import { mkdir, open, readdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { systemCode } from "../../platform/engines/start-fault.ts";

/** Where a lake lies; it can be sent to a worker. */
export interface LakeTarget {
  readonly folder: string;
}

/** Files of a lake by their path inside it. */
export interface LakeFiles {
  /** Undefined: it is not there. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** A new file takes the place of an old one at once, when it is published. */
  create(name: string): Promise<NewLakeFile>;
  /** No error where it is gone already; folders that are empty then go too. */
  remove(name: string): Promise<void>;
  /** Names of the files in one folder. */
  list(folder: string): Promise<string[]>;
}

export interface NewLakeFile {
  write(parts: readonly Uint8Array[]): Promise<void>;
  /** Of what was written. */
  read(offset: number, length: number): Promise<Uint8Array>;
  publish(): Promise<void>;
  /** Nothing of it stays. */
  abort(): Promise<void>;
}

export const openLake = ({ folder }: LakeTarget): LakeFiles => new LakeFolder(folder);

/** A whole small file. */
export async function writeLakeFile(files: LakeFiles, name: string, bytes: Uint8Array): Promise<void> {
  const file = await files.create(name);
  try {
    await file.write([bytes]);
    await file.publish();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

const isGone = (error: unknown): boolean => systemCode(error) === "ENOENT";

class LakeFolder implements LakeFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = resolve(folder);
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(join(this.#folder, name));
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }

  async create(name: string): Promise<NewLakeFile> {
    const path = join(this.#folder, name);
    const folder = dirname(path);
    await mkdir(folder, { recursive: true });
    // Readers of a lake skip names with a dot in front; what a killed run left is overwritten.
    const unfinished = join(folder, `.${basename(path)}.part`);
    const handle = await open(unfinished, "w+");
    return {
      async write(parts) {
        for (let at = 0; at < parts.length; at += 512) await handle.writev(parts.slice(at, at + 512));
      },
      async read(offset, length) {
        const bytes = Buffer.allocUnsafeSlow(length);
        const { bytesRead } = await handle.read(bytes, 0, length, offset);
        return bytes.subarray(0, bytesRead);
      },
      publish: async () => {
        await handle.sync();
        await handle.close();
        await rename(unfinished, path);
        await this.#syncFolders(folder);
      },
      async abort() {
        await handle.close().catch(() => undefined);
        await rm(unfinished, { force: true });
      },
    };
  }

  async remove(name: string): Promise<void> {
    const path = join(this.#folder, name);
    await rm(path, { force: true });
    await rm(join(dirname(path), `.${basename(path)}.part`), { force: true });
    for (let folder = dirname(path); folder.length > this.#folder.length; folder = dirname(folder)) {
      const isRemoved = await rmdir(folder).then(
        () => true,
        (error) => isGone(error),
      );
      if (!isRemoved) return this.#syncFolders(folder);
    }
  }

  async list(folder: string): Promise<string[]> {
    const entries = await readdir(join(this.#folder, folder), { withFileTypes: true }).catch((error) => {
      if (isGone(error)) return [];
      throw error;
    });
    return entries.filter((entry) => entry.isFile() && !entry.name.startsWith(".")).map(({ name }) => name);
  }

  /** The names of a file and of the folders above it are on disk. */
  async #syncFolders(folder: string): Promise<void> {
    for (let path = folder; path.length >= this.#folder.length; path = dirname(path)) {
      const handle = await open(path, "r");
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    }
  }
}
