import { constants, inflateSync } from "node:zlib";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { DETECT_BYTES, detectLogFormat } from "@canopy/can/logs/detect";
import { createReader, type LogFormat } from "@canopy/can/logs/formats";
import { type LogProblem, type LogReader, type LogSink, readAll } from "@canopy/can/logs/reader";
import { UsageError } from "./command.ts";
import type { LogSource } from "./log-source.ts";

/** More would flood the terminal; the exit code says that there were problems. */
const MAX_PRINTED_PROBLEMS = 20;

export function inflate(data: Uint8Array, size: number): Uint8Array {
  return inflateSync(data, { maxOutputLength: size, finishFlush: constants.Z_SYNC_FLUSH });
}

export interface ReadLog {
  format: LogFormat;
  reader: LogReader;
  problems: number;
}

export async function logFormat(source: LogSource): Promise<LogFormat | undefined> {
  return detectLogFormat((await source.head()).subarray(0, DETECT_BYTES));
}

/** Reads a log to its end; `settle` is awaited before each chunk, so that output never piles up. */
export async function readLog(
  source: LogSource,
  format: LogFormat,
  frames: (batch: FrameBatch, reader: LogReader) => void,
  settle: () => Promise<void> = async () => {},
  problem: (problem: LogProblem) => void = printProblem(),
): Promise<ReadLog> {
  if (format === "mdf4" && !source.canSeek) throw new UsageError("an MDF4 log must be a file that is not compressed");
  let problems = 0;
  const sink: LogSink = {
    frames: (batch) => frames(batch, reader),
    problem: (found) => {
      problems++;
      problem(found);
    },
  };
  const reader: LogReader = createReader(format, sink, { inflate });
  await readAll(reader, async (position) => {
    await settle();
    return source.readAt(position);
  });
  await settle();
  return { format, reader, problems };
}

/** Problems go to standard error, the first of them. */
export function printProblem(): (problem: LogProblem) => void {
  let printed = 0;
  return ({ code, offset, line }) => {
    printed++;
    if (printed > MAX_PRINTED_PROBLEMS) return;
    const place = line === undefined ? `byte ${offset}` : `line ${line}, byte ${offset}`;
    process.stderr.write(`${place}: ${code}\n`);
    if (printed === MAX_PRINTED_PROBLEMS) process.stderr.write("further problems are not shown\n");
  };
}
