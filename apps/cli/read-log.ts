import { constants, inflateSync, zstdDecompressSync } from "node:zlib";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { DETECT_BYTES, detectLogFormat } from "@canopy/can/logs/detect";
import { createReader, type LogFormat } from "@canopy/can/logs/formats";
import { type LogProblem, type LogReader, type LogSink, readAll } from "@canopy/can/logs/reader";
import { UsageError } from "./command.ts";
import type { LogSource } from "./log-source.ts";

export function inflate(data: Uint8Array, size: number): Uint8Array {
  return inflateSync(data, { maxOutputLength: size, finishFlush: constants.Z_SYNC_FLUSH });
}

function zstd(data: Uint8Array, size: number): Uint8Array {
  return zstdDecompressSync(data, { maxOutputLength: size });
}

export interface ReadLog {
  format: LogFormat;
  reader: LogReader;
  problems: number;
}

/** "empty": not one byte, which is a log without frames in any format. */
export async function logFormat(source: LogSource): Promise<LogFormat | "empty" | undefined> {
  const formatOf = (head: Uint8Array): LogFormat | undefined => detectLogFormat(head.subarray(0, DETECT_BYTES));
  const head = await source.head((bytes) => bytes.length >= DETECT_BYTES || formatOf(bytes) !== undefined);
  return head.length === 0 && source.damagedAt === undefined ? "empty" : formatOf(head);
}

interface Reading {
  frames(batch: FrameBatch, reader: LogReader): void;
  problem(problem: LogProblem): void;
  /** Awaited before each chunk, so that output never piles up. */
  settle?(): Promise<void>;
}

/** Reads a log to its end. */
export async function readLog(source: LogSource, format: LogFormat, reading: Reading): Promise<ReadLog> {
  if ((format === "mdf4" || format === "parquet") && !source.canSeek) {
    throw new UsageError(`a log of ${format === "mdf4" ? "MDF4" : "Parquet"} must be a file that is not compressed`);
  }
  let problems = 0;
  const sink: LogSink = {
    frames: (batch) => reading.frames(batch, reader),
    problem: (found) => {
      problems++;
      reading.problem(found);
    },
  };
  const reader: LogReader = createReader(format, sink, { inflate, zstd, size: source.size ?? 0 });
  await readAll(reader, async (position) => {
    await reading.settle?.();
    return source.readAt(position);
  });
  await reading.settle?.();
  if (source.damagedAt !== undefined) sink.problem({ code: "gzipDamaged", offset: source.damagedAt });
  return { format, reader, problems };
}
