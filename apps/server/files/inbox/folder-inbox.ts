import { constants, type Dirent } from "node:fs";
import { lstat, mkdir, open, opendir, readlink, realpath, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { systemCode } from "../../platform/engines/start-fault.ts";
import { type FoundFile, type InboxPlace, isIgnored } from "./inbox-place.ts";

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** Folders within folders. */
const MOST_DEPTH = 16;

/**
 * Folders named by their tenants. Whoever writes there may make links: none is followed, so that no file from elsewhere
 * on the disk gets into a tenant's files.
 */
export class FolderInbox implements InboxPlace {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = resolve(folder);
  }

  async prepare(tenantId: string): Promise<void> {
    await mkdir(this.#of(tenantId), { recursive: true, mode: 0o770 });
  }

  async *list(tenantId: string): AsyncGenerator<FoundFile, void, undefined> {
    yield* this.#listed(tenantId, this.#of(tenantId), 0);
  }

  async look(tenantId: string, path: string): Promise<FoundFile | undefined> {
    try {
      const found = await lstat(join(this.#of(tenantId), path), { bigint: true });
      if (!found.isFile()) return undefined;
      // The time of the inode changes even where a program sets that of the content back.
      return {
        path,
        size: Number(found.size),
        version: `${found.size}-${found.mtimeNs}-${found.ctimeNs}-${found.ino}`,
      };
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }

  async read(tenantId: string, path: string, offset: number, length: number): Promise<Uint8Array> {
    const handle = await open(join(this.#of(tenantId), path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      // A folder on the way may be a link by now.
      const [real, root] = await Promise.all([readlink(`/proc/self/fd/${handle.fd}`), realpath(this.#of(tenantId))]);
      if (!real.startsWith(`${root}${sep}`) || !(await handle.stat()).isFile()) throw outside(path);
      const bytes = Buffer.allocUnsafeSlow(length);
      let at = 0;
      while (at < length) {
        const { bytesRead } = await handle.read(bytes, at, length - at, offset + at);
        if (bytesRead === 0) break;
        at += bytesRead;
      }
      return bytes.subarray(0, at);
    } finally {
      await handle.close();
    }
  }

  async remove(tenantId: string, path: string): Promise<void> {
    const root = this.#of(tenantId);
    const full = join(root, path);
    const folder = await open(dirname(full), O_RDONLY | O_DIRECTORY).catch(ifGone);
    if (folder === undefined) return;
    try {
      const [real, realRoot] = await Promise.all([readlink(`/proc/self/fd/${folder.fd}`), realpath(root)]);
      if (real !== realRoot && !real.startsWith(`${realRoot}${sep}`)) throw outside(path);
      // By the open folder: its name may lead elsewhere by now.
      await rm(`/proc/self/fd/${folder.fd}/${basename(full)}`, { force: true });
    } finally {
      await folder.close();
    }
    // Folders of a day or of a drive that are empty now; one that is not stays.
    for (let empty = dirname(full); empty.length > root.length; empty = dirname(empty))
      if (!(await rmdir(empty).then(() => true, isGone))) return;
  }

  async close(): Promise<void> {}

  #of(tenantId: string): string {
    return join(this.#folder, tenantId);
  }

  async *#listed(tenantId: string, folder: string, depth: number): AsyncGenerator<FoundFile, void, undefined> {
    for await (const entry of await entriesOf(folder)) {
      const full = join(folder, entry.name);
      const path = relative(this.#of(tenantId), full);
      if (isIgnored(path)) continue;
      if (entry.isDirectory() && depth < MOST_DEPTH) yield* this.#listed(tenantId, full, depth + 1);
      const found = entry.isFile() ? await this.look(tenantId, path) : undefined;
      if (found !== undefined) yield found;
    }
  }
}

const isGone = (error: unknown): boolean => systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR";

function ifGone(error: unknown): undefined {
  if (!isGone(error)) throw error;
}

async function entriesOf(folder: string): Promise<AsyncIterable<Dirent> | Iterable<Dirent>> {
  // It may have gone while its parent was read.
  return (await opendir(folder).catch(ifGone)) ?? [];
}

const outside = (path: string) => Object.assign(new Error(`${path} is not in the inbox`), { code: "EACCES" });
