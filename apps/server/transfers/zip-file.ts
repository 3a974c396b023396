import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

interface ZipEntry {
  readonly path: string;
  readonly name: string;
}

export interface ZipOptions {
  /** False for content that is packed already. */
  readonly deflate: boolean;
  readonly signal: AbortSignal;
  /** Bytes of the content dealt with since the last call. */
  readonly onBytes: (bytes: number) => void;
}

/** The same content is the same zip. */
const MTIME = new Date(1980, 0, 1);
const LEVEL = 3;
const CHUNK_BYTES = 1 << 18;

/** Files of any size, one after the other, in the memory of some chunks. Returns the size of the zip. */
export async function writeZip(target: string, entries: readonly ZipEntry[], options: ZipOptions): Promise<number> {
  const { deflate, signal } = options;
  // With its size known, one above 4 GB gets the headers it needs.
  const sized = await Promise.all(entries.map(async (entry) => ({ ...entry, size: (await stat(entry.path)).size })));
  signal.throwIfAborted();
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // An error of the input ends the output.
  const fail = (error: Error) => output.destroy(error);
  zip.on("error", fail);
  const how = { mtime: MTIME, forceDosTimestamp: true, compressionLevel: deflate ? LEVEL : 0 };
  for (const { path, name, size } of sized) {
    zip.addReadStreamLazy(name, { ...how, size }, (take) =>
      take(null, Readable.from(contentOf(path, options)).on("error", fail)),
    );
  }
  zip.end();
  await pipeline(output, createWriteStream(target, { mode: 0o600, flush: true }), { signal });
  return (await stat(target)).size;
}

async function* contentOf(path: string, { signal, onBytes }: ZipOptions): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES, signal }) as AsyncIterable<Buffer>) {
    onBytes(chunk.length);
    yield chunk;
  }
}
