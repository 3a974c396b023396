/** Named bytes that never change once they are written: a folder, or a bucket of an S3 server. */
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
  list(prefix: string): AsyncIterable<string>;
  close(): Promise<void>;
}

export interface RemoveOptions {
  /** Its writer may have died before `finish`: what was sent of it goes too. */
  readonly isUnfinished?: boolean;
}

export interface NewFile {
  write(bytes: readonly Uint8Array[]): Promise<void>;
  /** Lasting under its name. */
  finish(): Promise<void>;
  /** Nothing of it stays. */
  abort(): Promise<void>;
}

/** As a missing file of a folder is told by the system. */
export function missingFile(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`ENOENT: there is no file ${name}`), { code: "ENOENT" });
}
