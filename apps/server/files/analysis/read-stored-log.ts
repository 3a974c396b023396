import { setImmediate as breathe } from "node:timers/promises";
import { constants, inflateSync, zstdDecompressSync } from "node:zlib";
import { DETECT_BYTES, detectLogFormat } from "@canopy/can/logs/detect";
import { createReader, type LogFormat } from "@canopy/can/logs/formats";
import type { LogSink } from "@canopy/can/logs/reader";
import type { ContentReader } from "../file-contents.ts";

const CHUNK_BYTES = 256 * 1024;

/** A block that grows beyond what it announces is refused: a small file does not become a large one. */
const PACKING = {
  inflate: (data: Uint8Array, size: number): Uint8Array =>
    inflateSync(data, { maxOutputLength: size, finishFlush: constants.Z_SYNC_FLUSH }),
  zstd: (data: Uint8Array, size: number): Uint8Array => zstdDecompressSync(data, { maxOutputLength: size }),
};

export async function formatOfStored(content: ContentReader): Promise<LogFormat | undefined> {
  const head = Buffer.alloc(DETECT_BYTES);
  let length = 0;
  while (length < DETECT_BYTES) {
    const bytes = await content.read(length, DETECT_BYTES - length);
    if (bytes.length === 0) break;
    head.set(bytes, length);
    length += bytes.length;
  }
  return detectLogFormat(head.subarray(0, length));
}

interface Reading {
  readonly signal: AbortSignal;
  /** After each chunk; whoever takes frames asynchronously does it here. `stop`: the rest is not read. */
  readonly onChunk: (bytesRead: number) => Promise<unknown>;
}

/** Drives a log reader over a stored file, without a copy on the local disk. False: it was stopped before its end. */
export async function readStoredLog(
  content: Pick<ContentReader, "read" | "size">,
  format: LogFormat,
  sink: LogSink,
  { signal, onChunk }: Reading,
): Promise<boolean> {
  const reader = createReader(format, sink, { ...PACKING, size: content.size });
  while (!reader.done) {
    signal.throwIfAborted();
    const chunk = await content.read(reader.position, CHUNK_BYTES);
    if (chunk.length > 0) reader.write(chunk);
    else reader.end();
    await breathe();
    if ((await onChunk(reader.bytesRead)) === "stop") return reader.done;
  }
  return true;
}
