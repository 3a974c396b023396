import { type SequenceRange, SequenceSet } from "./sequence-set.ts";

/** Of one day of one log of one terminal. */
export interface DayKey {
  readonly bindingNumber: number;
  readonly epoch: number;
  readonly day: number;
}

export interface DayRanges extends DayKey {
  readonly ranges: readonly SequenceRange[];
}

export interface DaySequences extends DayKey {
  readonly set: SequenceSet;
  /** Batches on their way into the store that will be added. */
  pending: number;
  isDirty: boolean;
}

/** Reads what is known of days: the store first, then the checkpoints (a deletion writes them before it deletes). */
export type LoadDays = (keys: readonly DayKey[]) => Promise<readonly DayRanges[]>;

/** Adds to the checkpoints. */
export type SaveDays = (days: readonly DayRanges[]) => Promise<void>;

/** Of how many days the sets stay in memory when nothing uses them. */
const MOST_DAYS_KEPT = 100_000;
/** What one query takes. */
const MOST_KEYS_PER_LOAD = 500;

const nameOf = ({ bindingNumber, epoch, day }: DayKey) => `${bindingNumber}/${epoch}/${day}`;

/**
 * The sets of stored sequences of the terminals that are connected here. One that is not here is read when first
 * needed; questions that come while one is being answered are put together.
 */
export class IngestSequences {
  readonly #load: LoadDays;
  readonly #save: SaveDays;
  readonly #mostKept: number;
  // In order of their last use.
  readonly #days = new Map<string, DaySequences>();
  #wanted = new Map<string, DayKey>();
  #loading: Promise<void> | undefined;
  // Given away while they were being read: what comes is out of date.
  readonly #forgotten = new Set<number>();

  constructor(load: LoadDays, save: SaveDays, mostKept = MOST_DAYS_KEPT) {
    this.#load = load;
    this.#save = save;
    this.#mostKept = mostKept;
  }

  /** Undefined: not read yet. */
  find(key: DayKey): DaySequences | undefined {
    const name = nameOf(key);
    const known = this.#days.get(name);
    if (known === undefined) return undefined;
    this.#days.delete(name);
    this.#days.set(name, known);
    return known;
  }

  /** Reads those that are not here yet. */
  async load(keys: readonly DayKey[]): Promise<void> {
    const missing = keys.filter((key) => !this.#days.has(nameOf(key)));
    if (missing.length === 0) return;
    for (const key of missing) this.#wanted.set(nameOf(key), key);
    while (missing.some((key) => this.#wanted.has(nameOf(key)))) {
      this.#loading ??= this.#loadWanted();
      await this.#loading;
    }
  }

  /** Writes down what has changed; of one binding or of all. */
  async checkpoint(bindingNumber?: number): Promise<void> {
    const dirty = [...this.#days.values()].filter(
      (day) => day.isDirty && (bindingNumber === undefined || day.bindingNumber === bindingNumber),
    );
    if (dirty.length === 0) return;
    for (const day of dirty) day.isDirty = false;
    try {
      await this.#save(dirty.map(({ set, ...key }) => ({ ...key, ranges: set.ranges })));
    } catch (error) {
      for (const day of dirty) day.isDirty = true;
      throw error;
    }
  }

  /** Somebody else goes on with this binding. */
  forget(bindingNumber: number): void {
    for (const [name, day] of this.#days) if (day.bindingNumber === bindingNumber) this.#days.delete(name);
    this.#forgotten.add(bindingNumber);
  }

  async #loadWanted(): Promise<void> {
    const keys = [...this.#wanted.values()].slice(0, MOST_KEYS_PER_LOAD);
    this.#forgotten.clear();
    try {
      const found = new Map(keys.map((key) => [nameOf(key), new SequenceSet()]));
      for (const { ranges, ...key } of await this.#load(keys))
        for (const range of ranges) found.get(nameOf(key))?.addRange(range);
      for (const key of keys)
        if (!this.#forgotten.has(key.bindingNumber)) this.#keep(key, found.get(nameOf(key)) ?? new SequenceSet());
    } finally {
      for (const key of keys) this.#wanted.delete(nameOf(key));
      this.#loading = undefined;
    }
  }

  #keep(key: DayKey, set: SequenceSet): void {
    this.#days.set(nameOf(key), { ...key, set, pending: 0, isDirty: false });
    if (this.#days.size <= this.#mostKept) return;
    for (const [name, day] of this.#days) {
      if (this.#days.size <= this.#mostKept) return;
      if (!day.isDirty && day.pending === 0) this.#days.delete(name);
    }
  }
}
