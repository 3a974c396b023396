import type { SequenceRange } from "./sequence-set.ts";
import { SequenceSet } from "./sequence-set.ts";

export interface SetKey {
  readonly bindingNumber: number;
  readonly epoch: number;
}

/** A row of sequence_sets with its pages. */
export interface StoredSet extends SetKey {
  readonly version: number;
  readonly first: number;
  readonly mark: number;
  /** from, to, from, to …; both inside. */
  readonly ranges: readonly number[];
  /** Ranges stored in pages. */
  readonly paged: readonly SequenceRange[];
  readonly newestUs: number;
  /** Whether refusals of the binding are on record. */
  readonly hasRefusals: boolean;
}

/** Ranges of the row beside [first, mark): an update writes all of them. */
export const MOST_ROW_RANGES = 64;

export const setName = ({ bindingNumber, epoch }: SetKey): string => `${bindingNumber}/${epoch}`;

/** The sequences of (binding, epoch) as ingest knows them. */
export class KnownSet implements SetKey {
  readonly bindingNumber: number;
  readonly epoch: number;
  version: number;
  newestUs: number;
  hasRefusals: boolean;
  /** Batches on their way that will be added. */
  pending = 0;
  /** All of them. */
  #all: SequenceSet;
  /** Those of the row; the same object while none are in pages. */
  #row: SequenceSet;

  constructor(stored: StoredSet) {
    this.bindingNumber = stored.bindingNumber;
    this.epoch = stored.epoch;
    this.version = stored.version;
    this.newestUs = stored.newestUs;
    this.hasRefusals = stored.hasRefusals;
    this.#row = new SequenceSet();
    if (stored.mark > stored.first) this.#row.addRange({ from: stored.first, to: stored.mark - 1 });
    for (let i = 0; i < stored.ranges.length; i += 2)
      this.#row.addRange({ from: stored.ranges[i] as number, to: stored.ranges[i + 1] as number });
    this.#all = this.#row;
    if (stored.paged.length === 0) return;
    this.#all = this.#row.clone();
    for (const range of stored.paged) this.#all.addRange(range);
  }

  has(sequence: number): boolean {
    return this.#all.has(sequence);
  }

  get rangeCount(): number {
    return this.#all.rangeCount;
  }

  /** The row as it will be with these sequences. */
  rowWith(sequences: readonly number[]): { first: number; mark: number; ranges: number[] } {
    const row = this.#row.clone();
    for (const sequence of sequences) row.add(sequence);
    const [main, ...others] = row.ranges;
    const ranges = others.flatMap(({ from, to }) => [from, to]);
    return main === undefined ? { first: 0, mark: 0, ranges } : { first: main.from, mark: main.to + 1, ranges };
  }

  /** They are stored: the row has them now. */
  advance(sequences: readonly number[], newestUs: number): void {
    this.version += 1;
    this.newestUs = newestUs;
    for (const sequence of sequences) {
      this.#row.add(sequence);
      if (this.#all !== this.#row) this.#all.add(sequence);
    }
  }

  /** Ranges that do not fit into the row beside these new sequences, the shortest first; undefined: all fit. */
  overflow(sequences: readonly number[]): readonly SequenceRange[] | undefined {
    const excess = this.rowWith(sequences).ranges.length / 2 - MOST_ROW_RANGES;
    if (excess <= 0) return undefined;
    // The first range is [first, mark), and the last one grows; a long range would be many pages.
    const movable = this.#row.ranges.slice(1, -1).sort((a, b) => a.to - a.from - (b.to - b.from) || a.from - b.from);
    // More than needed, so that it is done seldom.
    const moved = movable.slice(0, excess + MOST_ROW_RANGES / 2);
    return moved.length === 0 ? undefined : moved;
  }

  /** These ranges are in pages now. */
  paged(ranges: readonly SequenceRange[]): void {
    const gone = new Set(ranges.map(({ from }) => from));
    const row = new SequenceSet();
    for (const range of this.#row.ranges) if (!gone.has(range.from)) row.addRange(range);
    this.#row = row;
    this.version += 1;
  }
}
