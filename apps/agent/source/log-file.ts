import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { constants, inflateSync, zstdDecompressSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { DETECT_BYTES, detectLogFormat } from "@canopy/can/logs/detect";
import { createReader } from "@canopy/can/logs/formats";
import type { FrameSource, ReportProblem, TakeFrames } from "./source.ts";

const CHUNK_BYTES = 64 * 1024;
/** Frames that lie closer are handed over together. */
const PACE_US = 50_000;

export interface LogOptions {
  /** 1: as it was recorded, 10: ten times as fast, 0: as fast as the server takes it. */
  speed: number;
}

/** The format of the file is none we know. */
export class UnknownLog extends Error {}

/** A log of any format, with the pauses it was recorded with. */
export function logFile(path: string, { speed }: LogOptions, complain: ReportProblem): FrameSource {
  const { size, mtimeMs } = statSync(path);
  return {
    identity: `${resolve(path)} ${size} ${mtimeMs}`,
    async read(take, signal, skip) {
      const file = openSync(path, "r");
      try {
        await readPaced({ file, path, skip, complain }, new Pace(speed), take, signal);
      } finally {
        closeSync(file);
      }
    },
  };
}

interface OpenLog {
  file: number;
  path: string;
  skip: number;
  complain: ReportProblem;
}

async function readPaced(log: OpenLog, pace: Pace, take: TakeFrames, signal: AbortSignal): Promise<void> {
  const { file, path, complain } = log;
  let left = log.skip;
  const head = new Uint8Array(DETECT_BYTES);
  const format = detectLogFormat(head.subarray(0, readSync(file, head, 0, DETECT_BYTES, 0)));
  if (format === undefined) throw new UnknownLog(`${path}: not a log of a known format`);
  let waiting = new FrameBatch();
  const sink = {
    frames: (read: FrameBatch) => {
      for (let i = 0; i < read.length; i++) if (left-- <= 0) waiting.pushFrame(read.at(i));
    },
    problem: ({ code, offset }: { code: string; offset: number }) => complain(`${path}: ${code} at byte ${offset}`),
  };
  const inflate = (data: Uint8Array, maxOutputLength: number) =>
    inflateSync(data, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
  const zstd = (data: Uint8Array, maxOutputLength: number) => zstdDecompressSync(data, { maxOutputLength });
  const reader = createReader(format, sink, { inflate, zstd, size: fstatSync(file).size });
  const chunk = new Uint8Array(CHUNK_BYTES);
  while (!reader.done && !signal.aborted) {
    const length = readSync(file, chunk, 0, CHUNK_BYTES, reader.position);
    if (length > 0) reader.write(chunk.subarray(0, length));
    else reader.end();
    const frames = waiting;
    waiting = new FrameBatch();
    await pace.hand(frames, take, signal);
  }
}

/** Lets time pass between frames as it passed when they were recorded. */
class Pace {
  private readonly speed: number;
  private startUs: number | undefined;
  private startedMs = 0;

  constructor(speed: number) {
    this.speed = speed;
  }

  async hand(frames: FrameBatch, take: TakeFrames, signal: AbortSignal): Promise<void> {
    if (this.speed === 0) return frames.length > 0 ? take(frames) : undefined;
    const due = new FrameBatch();
    for (let i = 0; i < frames.length && !signal.aborted; i++) {
      const frame = frames.at(i);
      if (due.length > 0 && frame.timeUs - (due.timeUs[0] ?? 0) >= PACE_US) {
        await take(due);
        due.clear();
      }
      if (due.length === 0) await this.until(frame.timeUs, signal);
      due.pushFrame(frame);
    }
    if (due.length > 0 && !signal.aborted) await take(due);
  }

  private async until(timeUs: number, signal: AbortSignal): Promise<void> {
    if (this.startUs === undefined) {
      this.startUs = timeUs;
      this.startedMs = performance.now();
    }
    const dueMs = this.startedMs + (timeUs - this.startUs) / 1000 / this.speed;
    const waitMs = dueMs - performance.now();
    if (waitMs > 1) await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  }
}
