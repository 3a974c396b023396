import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { constants, inflateSync, zstdDecompressSync } from "node:zlib";
import { DETECT_BYTES, detectLogFormat } from "@canopy/can/logs/detect";
import { createReader, type LogFormat } from "@canopy/can/logs/formats";
import type { LogReader, LogSink } from "@canopy/can/logs/reader";

const CHUNK_BYTES = 256 * 1024;

const inflate = (data: Uint8Array, size: number): Uint8Array =>
  inflateSync(data, { maxOutputLength: size, finishFlush: constants.Z_SYNC_FLUSH });

const zstd = (data: Uint8Array, size: number): Uint8Array => zstdDecompressSync(data, { maxOutputLength: size });

export async function formatOfFile(path: string): Promise<LogFormat | undefined> {
  const file = await open(path, "r");
  try {
    const head = new Uint8Array(DETECT_BYTES);
    const { bytesRead } = await file.read(head, 0, DETECT_BYTES, 0);
    return detectLogFormat(head.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

interface Reading {
  readonly signal: AbortSignal;
  /** After each chunk; callers that take frames asynchronously do it here. */
  readonly onChunk: (reader: LogReader) => Promise<void>;
}

/** Drives a reader over a file, chunk by chunk. */
export async function readLogFile(
  path: string,
  format: LogFormat,
  sink: LogSink,
  { signal, onChunk }: Reading,
): Promise<LogReader> {
  const file = await open(path, "r");
  const chunks = new ReadAhead(file);
  try {
    const reader = createReader(format, sink, { inflate, zstd, size: (await file.stat()).size });
    while (!reader.done) {
      signal.throwIfAborted();
      const chunk = await chunks.at(reader.position);
      if (chunk.length > 0) reader.write(chunk);
      else reader.end();
      await onChunk(reader);
    }
    return reader;
  } finally {
    await chunks.end();
    await file.close();
  }
}

/** Chunks of a file; where it is read from front to back, the next one comes while one is dealt with. */
class ReadAhead {
  readonly #file: FileHandle;
  #spare = new Uint8Array(CHUNK_BYTES);
  #current = new Uint8Array(CHUNK_BYTES);
  #end = 0;
  #next: Promise<number> | undefined;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Good until the next is asked for. */
  async at(position: number): Promise<Uint8Array> {
    const isNext = position === this.#end;
    const ahead = await this.#next;
    this.#next = undefined;
    const length = ahead !== undefined && isNext ? ahead : await this.#read(position);
    [this.#current, this.#spare] = [this.#spare, this.#current];
    this.#end = position + length;
    if (isNext && length === CHUNK_BYTES) {
      this.#next = this.#read(this.#end);
      this.#next.catch(() => undefined);
    }
    return this.#current.subarray(0, length);
  }

  async end(): Promise<void> {
    await this.#next?.catch(() => undefined);
  }

  async #read(position: number): Promise<number> {
    return (await this.#file.read(this.#spare, 0, CHUNK_BYTES, position)).bytesRead;
  }
}

export async function hashOfFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { signal, highWaterMark: CHUNK_BYTES })) hash.update(chunk);
  return hash.digest("hex");
}
