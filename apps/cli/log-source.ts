import { closeSync, createReadStream, fstatSync, openSync, readSync } from "node:fs";
import { UsageError } from "./command.ts";
import { gunzip } from "./gunzip.ts";

const CHUNK_BYTES = 128 * 1024;

/** Where the bytes of a log come from. A stream (standard input, gzip) cannot go back. */
export interface LogSource {
  readonly size: number | undefined;
  readonly canSeek: boolean;
  /** Unpacked bytes before the damage of a gzip file; undefined where nothing is lost. */
  readonly damagedAt: number | undefined;
  /** The first bytes, read until `isEnough` or the source ends; `readAt` still begins at 0. */
  head(isEnough: (head: Uint8Array) => boolean): Promise<Uint8Array>;
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
    return StreamSource.ofGzip(path);
  }
  if (isFile) return new FileSource(file);
  closeSync(file);
  return new StreamSource(createReadStream(path));
}

class FileSource implements LogSource {
  readonly canSeek = true;
  readonly damagedAt = undefined;
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
  damagedAt: number | undefined;
  private readonly chunks: AsyncIterator<Uint8Array>;
  /** Read ahead to tell the format; not handed out yet. */
  private first: Uint8Array | undefined;
  private bytes = 0;

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  static ofGzip(path: string): StreamSource {
    const damaged = (): void => {
      source.damagedAt = source.bytes;
    };
    const source = new StreamSource(gunzip(path, damaged));
    return source;
  }

  /** A pipe gives a line at a time where its writer does. */
  async head(isEnough: (head: Uint8Array) => boolean): Promise<Uint8Array> {
    let head: Uint8Array = this.first ?? (await this.next());
    while (!isEnough(head)) {
      const more = await this.next();
      if (more.length === 0) break;
      const joined = new Uint8Array(head.length + more.length);
      joined.set(head);
      joined.set(more, head.length);
      head = joined;
    }
    this.first = head;
    return head;
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
    if (done) return new Uint8Array(0);
    this.bytes += value.byteLength;
    // A plain Uint8Array: mixed with Buffer the hot loops of the readers would be compiled for both.
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
}
