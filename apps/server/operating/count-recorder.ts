import { randomUUID } from "node:crypto";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { insertCounts, type ProcessCounts, SLOT_MS } from "./process-counts-store.ts";

interface RecorderParts {
  readonly db: Db;
  readonly log: Log;
  /** Since the start of the process. */
  read(): ProcessCounts;
  now(): number;
}

/** Writes what this process did in each slot, so that every process can answer for all of them. */
export class CountRecorder {
  readonly #parts: RecorderParts;
  readonly #process = randomUUID();
  #written: ProcessCounts;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#written = copyOf(parts.read());
  }

  start(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.write().then(() => this.start()), SLOT_MS - (this.#parts.now() % SLOT_MS));
    this.#timer.unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** At the end of a slot. What cannot be written is counted in the next one. */
  async write(): Promise<void> {
    const { db, log, now, read } = this.#parts;
    const counts = copyOf(read());
    const slotMs = Math.round(now() / SLOT_MS) * SLOT_MS - SLOT_MS;
    try {
      await insertCounts(db, this.#process, slotMs, difference(counts, this.#written));
      this.#written = counts;
    } catch (error) {
      log.warn({ err: error }, "the counts of this process could not be kept");
    }
  }
}

const copyOf = (counts: ProcessCounts): ProcessCounts => ({ ...counts, answers: [...counts.answers] });

function difference(now: ProcessCounts, before: ProcessCounts): ProcessCounts {
  return {
    frames: now.frames - before.frames,
    refusedBatches: now.refusedBatches - before.refusedBatches,
    settledFrames: now.settledFrames - before.settledFrames,
    answers: now.answers.map((count, i) => count - (before.answers[i] ?? 0)),
  };
}
