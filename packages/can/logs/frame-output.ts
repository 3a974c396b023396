import { FrameBatch } from "../frame/batch.ts";
import type { LogProblemCode, LogSink } from "./reader.ts";

/** Frames per batch handed on: large enough to amortise the call, small enough to stay in the cache. */
const BATCH_FRAMES = 4096;
/** A file that is all garbage must not cost more memory in problems than in bytes. */
const MAX_PROBLEMS = 1000;

/** Times before 1970, or beyond the exact range of a double, are damage. */
export function isFrameTime(timeUs: number): boolean {
  return timeUs >= 0 && timeUs <= Number.MAX_SAFE_INTEGER;
}

/** The way out of every reader: collects frames into batches and stops counting problems that repeat for ever. */
export class FrameOutput {
  readonly batch = new FrameBatch(BATCH_FRAMES, 8 * BATCH_FRAMES);
  private readonly sink: LogSink;
  private problems = 0;

  constructor(sink: LogSink) {
    this.sink = sink;
  }

  flushIfFull(): void {
    if (this.batch.length >= BATCH_FRAMES) this.flush();
  }

  flush(): void {
    if (this.batch.length === 0) return;
    this.sink.frames(this.batch);
    this.batch.clear();
  }

  problem(code: LogProblemCode, offset: number, line?: number): void {
    this.problems++;
    if (this.problems > MAX_PROBLEMS) return;
    const told = this.problems === MAX_PROBLEMS ? "tooManyProblems" : code;
    // A damaged link may name a place beyond all whole numbers.
    const place = Math.min(offset, Number.MAX_SAFE_INTEGER);
    this.sink.problem(line === undefined ? { code: told, offset: place } : { code: told, offset: place, line });
  }
}
