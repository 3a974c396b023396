import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { constants, inflateSync } from "node:zlib";
import { DETECT_BYTES, detectLogFormat } from "@canopy/can/logs/detect";
import { createReader, type LogFormat } from "@canopy/can/logs/formats";
import type { LogReader, LogSink } from "@canopy/can/logs/reader";

const CHUNK_BYTES = 256 * 1024;

const inflate = (data: Uint8Array, size: number): Uint8Array =>
  inflateSync(data, { maxOutputLength: size, finishFlush: constants.Z_SYNC_FLUSH });

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
  /** After each chunk; whoever takes frames asynchronously does it here. */
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
  try {
    const reader = createReader(format, sink, { inflate });
    const chunk = new Uint8Array(CHUNK_BYTES);
    while (!reader.done) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, reader.position);
      if (bytesRead > 0) reader.write(chunk.subarray(0, bytesRead));
      else reader.end();
      await onChunk(reader);
    }
    return reader;
  } finally {
    await file.close();
  }
}

export async function hashOfFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { signal, highWaterMark: CHUNK_BYTES })) hash.update(chunk);
  return hash.digest("hex");
}
