/** Named bytes that are written whole, and replaced whole if at all: a folder, or a bucket of an S3 server. */
export interface Files {
  /** `length` bytes from `offset` on; fewer only where the file ends. ENOENT: it is not there. */
  read(name: string, offset: number, length: number): Promise<Uint8Array>;
  /** A file that is not seen under its name until `finish`. */
  create(name: string): Promise<NewFile>;
  /** In bytes; undefined where there is no such file. */
  size(name: string): Promise<number | undefined>;
  /** No error where it is gone already. */
  remove(name: string, options?: RemoveOptions): Promise<void>;
  /** Names that begin with the prefix. An S3 server may leave out new names and still list removed ones. */
  list(prefix: string, options?: ListOptions): AsyncIterable<string>;
  close(): Promise<void>;
}

export interface RemoveOptions {
  /** Its writer may have died before `finish`: what was sent of it goes too. */
  readonly isUnfinished?: boolean;
  /** Only what a writer that died left goes; the file under its name stays. */
  readonly leavesFinished?: boolean;
}

export interface ListOptions {
  /** Also of a bucket names of files whose writer died before `finish`; a folder lists what it has of them in any case. */
  readonly withUnfinished?: boolean;
}

/** Reads what was written of a new file. */
export type ReadBack = (offset: number, length: number) => Promise<Uint8Array>;
/** Throws where it is not what was meant to be written. */
export type CheckFile = (read: ReadBack) => Promise<void>;

export interface NewFile {
  write(bytes: readonly Uint8Array[]): Promise<void>;
  /**
   * Lasting under its name, in the place of an older file. It is checked before it is seen where that can be done (a
   * folder), else right after (a bucket), and removed where the check fails.
   */
  finish(check?: CheckFile): Promise<void>;
  /** Nothing of it stays. */
  abort(): Promise<void>;
}

/** A whole small file; undefined where there is none. */
export async function readWhole(files: Files, name: string): Promise<Uint8Array | undefined> {
  const size = await files.size(name);
  if (size === undefined) return undefined;
  try {
    return await files.read(name, 0, size);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** By one writer at a time, which may have died before. */
export async function writeWhole(files: Files, name: string, bytes: Uint8Array): Promise<void> {
  await files.remove(name, { leavesFinished: true });
  const file = await files.create(name);
  try {
    await file.write([bytes]);
    await file.finish();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

/** As a missing file of a folder is told by the system. */
export function missingFile(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`ENOENT: there is no file ${name}`), { code: "ENOENT" });
}
