import { createHash } from "node:crypto";
import { FrameColumns } from "./frame-store-columns.ts";
import type { IncomingBatch } from "./incoming-batch.ts";
import type { DaySequences } from "./ingest-sequences.ts";

/** The part of a batch that lies in one day. */
export interface DayPart {
  readonly batch: IncomingBatch;
  /** Knows the part once it is stored. */
  readonly sequences: DaySequences;
  stored(bytes: number, frames: number): void;
  /** It may be stored or not: nobody knows. */
  failed(error: unknown): void;
}

interface CountedPart {
  readonly part: DayPart;
  readonly bytes: number;
  readonly frames: number;
}

/** The parts of one day: one insert, and so stored whole or not at all. */
export interface DayGroup {
  readonly day: number;
  readonly columns: FrameColumns;
  readonly parts: CountedPart[];
}

/** Each day is an insert of its own: with more of them everybody would wait for one terminal that unloads its card. */
export const MOST_DAYS = 8;
/** Larger inserts are not faster, and the memory of two of them is kept for good. */
export const MOST_FRAMES = 100_000;

/** What is stored together: batches of all terminals, by day. Its memory is used again and again. */
export class FlushGroup {
  frames = 0;
  /** When the oldest batch came into it. */
  sinceMs: number | undefined;
  readonly #days = new Map<number, DayGroup>();
  readonly #spare: FrameColumns[] = [];

  get isEmpty(): boolean {
    return this.#days.size === 0;
  }

  /** Days in order, oldest first. */
  get days(): DayGroup[] {
    return [...this.#days.values()].sort((a, b) => a.day - b.day);
  }

  /** Whether a batch of these days still finds room. One that is larger than a group has a group to itself. */
  fits(days: readonly number[], frames: number): boolean {
    if (this.isEmpty) return true;
    const added = days.filter((day) => !this.#days.has(day)).length;
    return this.frames + frames <= MOST_FRAMES && this.#days.size + added <= MOST_DAYS;
  }

  add(part: DayPart, nowMs: number): void {
    const { batch, sequences } = part;
    const group = this.#days.get(sequences.day) ?? this.#open(sequences.day);
    const before = group.columns.length;
    const bytes = group.columns.append(batch, batch.frames, sequences.day);
    const frames = group.columns.length - before;
    group.parts.push({ part, bytes, frames });
    this.frames += frames;
    this.sinceMs ??= nowMs;
  }

  clear(): void {
    for (const { columns } of this.#days.values()) {
      columns.clear();
      // One day is the rule; what a rare second one needed is given back.
      if (this.#spare.length < 1) this.#spare.push(columns);
    }
    this.#days.clear();
    this.frames = 0;
    this.sinceMs = undefined;
  }

  #open(day: number): DayGroup {
    const group = { day, columns: this.#spare.pop() ?? new FrameColumns(), parts: [] };
    this.#days.set(day, group);
    return group;
  }
}

/** The same insert sent again has the same token, by which the store knows it. */
export function insertToken({ day, parts }: DayGroup): string {
  const hash = createHash("sha256");
  for (const { part } of parts) {
    const { bindingNumber, epoch, sequence } = part.batch;
    hash.update(`${bindingNumber} ${epoch} ${sequence}\n`);
  }
  return `${day}-${hash.digest("hex")}`;
}
