import type { FrameBatch } from "../frame/batch.ts";

export type LogProblemCode =
  | "badLine"
  | "lineTooLong"
  | "badHeader"
  | "timeMissing"
  | "timeUnitMissing"
  | "badObject"
  | "badBlock"
  | "unsupportedFrame"
  | "unsupportedCompression"
  | "inflateFailed"
  | "gzipDamaged"
  | "tooLarge"
  | "ratioTooHigh"
  | "truncated"
  | "missingData"
  | "tooManyProblems";

/** A problem and its place: byte offset in the file, and the line (from 1) where the format has lines. */
export interface LogProblem {
  code: LogProblemCode;
  offset: number;
  line?: number;
}

export interface LogSink {
  /** The batch may be changed, and is filled again after the call: copy frames that must stay. */
  frames(batch: FrameBatch): void;
  problem(problem: LogProblem): void;
}

/**
 * Reads a log without doing any input itself. The driver hands over the bytes that begin at `position`, in chunks of
 * any size, until `done`. Sequential formats only move on by the bytes written, so a stream can drive them; MDF4 and
 * Parquet jump, and need a source that can seek.
 */
export interface LogReader {
  /** Where in the file the next chunk must begin. */
  readonly position: number;
  readonly done: boolean;
  /** Bytes of the file dealt with so far: progress against the size of the file. */
  readonly bytesRead: number;
  /** Time base added to the times in the file (µs since 1970); 0 where the file has absolute times. */
  readonly startUs: number;
  /** Names by channel number, of formats that name their channels; grows as they appear. */
  readonly channelNames?: readonly (string | undefined)[];
  write(chunk: Uint8Array): void;
  /** The file has no byte at `position`. */
  end(): void;
}

/** zlib inflate; `size` is announced by the file: more must throw, less (a cut stream) may be returned. */
export type Inflate = (data: Uint8Array, size: number) => Uint8Array;

export interface ReadOptions {
  /** Bytes of the file: needed for Parquet, whose description stands at the end. */
  size?: number;
  /** Zstandard, for Parquet that is packed so. */
  zstd?: Inflate;
  /** Needed for compressed BLF and MDF4. */
  inflate?: Inflate;
  /** ASC, BLF, TRC and BUSMASTER write local time without a zone; 0 takes it as UTC. */
  utcOffsetMinutes?: number;
}

/** Up to a chunk of bytes at `position`; empty where the file has ended. */
export type ReadAt = (position: number) => Uint8Array | Promise<Uint8Array>;

/** Drives a reader over a source that can seek, to its end. */
export async function readAll(reader: LogReader, readAt: ReadAt): Promise<void> {
  while (!reader.done) {
    const chunk = await readAt(reader.position);
    if (chunk.length > 0) reader.write(chunk);
    else reader.end();
  }
}
