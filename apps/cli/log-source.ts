import { closeSync, createReadStream, fstatSync, openSync, readSync } from "node:fs";
import { createGunzip } from "node:zlib";
import { UsageError } from "./command.ts";

const CHUNK_BYTES = 128 * 1024;

/** Where the bytes of a log come from. A stream (standard input, gzip) cannot go back. */
export interface LogSource {
  readonly size: number | undefined;
  readonly canSeek: boolean;
  /** The first chunk; reading still begins at 0. */
  head(): Promise<Uint8Array>;
  readAt(position: number): Promise<Uint8Array>;
  close(): void;
}

/** A file, a gzip file by its content, or `-`, standard input. */
export function openSource(path: string): LogSource {
  if (path === "-") return new StreamSource(process.stdin);
  const file = openSync(path, "r");
  if (fstatSync(file).isDirectory()) {
    closeSync(file);
    throw new UsageError(`${path} is a folder`);
  }
  const magic = new Uint8Array(2);
  const isFile = fstatSync(file).isFile();
  if (isFile && readSync(file, magic, 0, 2, 0) === 2 && magic[0] === 0x1f && magic[1] === 0x8b) {
    closeSync(file);
    return new StreamSource(createReadStream(path).pipe(createGunzip()));
  }
  if (isFile) return new FileSource(file);
  closeSync(file);
  return new StreamSource(createReadStream(path));
}

class FileSource implements LogSource {
  readonly canSeek = true;
  readonly size: number;
  private readonly file: number;
  private readonly chunk = new Uint8Array(CHUNK_BYTES);

  constructor(file: number) {
    this.file = file;
    this.size = fstatSync(file).size;
  }

  head(): Promise<Uint8Array> {
    return this.readAt(0);
  }

  async readAt(position: number): Promise<Uint8Array> {
    return this.chunk.subarray(0, readSync(this.file, this.chunk, 0, CHUNK_BYTES, position));
  }

  close(): void {
    closeSync(this.file);
  }
}

class StreamSource implements LogSource {
  readonly canSeek = false;
  readonly size = undefined;
  private readonly chunks: AsyncIterator<Uint8Array>;
  private first: Promise<Uint8Array> | undefined;

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  head(): Promise<Uint8Array> {
    this.first ??= this.next();
    return this.first;
  }

  /** Sequential readers ask for each byte once, in order. */
  async readAt(): Promise<Uint8Array> {
    const { first } = this;
    this.first = undefined;
    return first ?? this.next();
  }

  close(): void {
    this.chunks.return?.().catch(() => {});
  }

  private async next(): Promise<Uint8Array> {
    const { value, done } = await this.chunks.next();
    // A plain Uint8Array: mixed with Buffer the hot loops of the readers would be compiled for both.
    return done ? new Uint8Array(0) : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
}
