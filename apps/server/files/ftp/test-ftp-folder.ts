import { type FtpPath, shown } from "./ftp-path.ts";
import type { FtpEntry, FtpFolder, FtpUpload, WriteMode } from "./ftp-ports.ts";

/** The folder of an account in memory. */
export class MemoryFolder implements FtpFolder {
  readonly #files = new Map<string, Buffer>();
  readonly #folders = new Set<string>(["/"]);
  #isOpen = true;

  /** Its account is gone. */
  shut(): void {
    this.#isOpen = false;
  }

  async isOpen(): Promise<boolean> {
    return this.#isOpen;
  }

  paths(): string[] {
    return [...this.#files.keys()];
  }

  bytesOf(path: string): Buffer | undefined {
    return this.#files.get(path);
  }

  async list(path: FtpPath): Promise<FtpEntry[] | undefined> {
    if (!(await this.isFolder(path))) return undefined;
    const below = path.length === 0 ? "/" : `${shown(path)}/`;
    const names = [...this.#files.keys()].filter((name) => name.startsWith(below));
    return names.map((name) => ({ name: name.slice(below.length), isFolder: false, size: 0, changedMs: 0 }));
  }

  async find(path: FtpPath): Promise<FtpEntry | undefined> {
    const bytes = this.#files.get(shown(path));
    return bytes && { name: path.at(-1) ?? "", isFolder: false, size: bytes.length, changedMs: 0 };
  }

  async isFolder(path: FtpPath): Promise<boolean> {
    return this.#folders.has(shown(path));
  }

  async makeFolder(path: FtpPath): Promise<boolean> {
    if (this.#folders.has(shown(path)) || this.#files.has(shown(path))) return false;
    this.#folders.add(shown(path));
    return true;
  }

  async removeFolder(path: FtpPath): Promise<boolean> {
    return path.length > 0 && this.#folders.delete(shown(path));
  }

  async remove(path: FtpPath): Promise<boolean> {
    return this.#files.delete(shown(path));
  }

  async rename(from: FtpPath, to: FtpPath): Promise<boolean> {
    const bytes = this.#files.get(shown(from));
    if (bytes === undefined || this.#files.has(shown(to)) || this.#folders.has(shown(to))) return false;
    this.#files.delete(shown(from));
    this.#files.set(shown(to), bytes);
    return true;
  }

  async read(path: FtpPath, from: number): Promise<AsyncIterable<Uint8Array> | undefined> {
    const bytes = this.#files.get(shown(path));
    if (bytes === undefined) return undefined;
    return (async function* () {
      yield bytes.subarray(from);
    })();
  }

  async write(path: FtpPath, mode: WriteMode): Promise<FtpUpload | undefined> {
    const name = shown(path);
    if (path.length === 0 || this.#folders.has(name)) return undefined;
    const before = this.#files.get(name) ?? Buffer.alloc(0);
    if (mode.kind === "at" && mode.offset !== before.length) return undefined;
    let bytes = mode.kind === "new" ? Buffer.alloc(0) : before;
    const keep = async () => void this.#files.set(name, bytes);
    return {
      take: async (more) => {
        bytes = Buffer.concat([bytes, more]);
      },
      finish: keep,
      cut: keep,
    };
  }
}
