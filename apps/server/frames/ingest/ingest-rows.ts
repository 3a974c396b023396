import { type IngestClock, IngestRefused, untilDone } from "./ingest-retry.ts";

/** Rows that come within this time after the first go together. */
export const GATHER_MS = 50;

/** Some of the rows belong to another store: all are handed back. */
export class RowsMoved extends Error {
  constructor() {
    super("rows belong to another frame server");
  }
}

interface RowGroupsOptions<T> {
  /** Resolves when the rows are safe. The same rows twice must do no harm. */
  readonly insert: (rows: readonly T[]) => Promise<void>;
  readonly clock: IngestClock;
  readonly onTrouble: (error: unknown, attempt: number) => void;
}

/** Rows of all terminals as few inserts: those that come while one runs go together with the next. */
export class RowGroups<T> {
  readonly #options: RowGroupsOptions<T>;
  readonly #closing = new AbortController();
  #rows: T[] = [];
  #next: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: RowGroupsOptions<T>) {
    this.#options = options;
  }

  /** Resolves when they are safe; rejects when it closes before. */
  add(rows: readonly T[]): Promise<void> {
    this.#rows.push(...rows);
    this.#next ??= this.#insertNext();
    return this.#next;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running.catch(() => undefined);
  }

  async #insertNext(): Promise<void> {
    const before = this.#running;
    await new Promise<void>((resolve) => this.#options.clock.after(GATHER_MS, resolve));
    await before.catch(() => undefined);
    const rows = this.#rows;
    this.#rows = [];
    this.#next = undefined;
    if (this.#closing.signal.aborted) throw new IngestRefused("closed");
    const { insert, clock, onTrouble } = this.#options;
    const signal = this.#closing.signal;
    const insertOrMoved = () =>
      insert(rows).catch((error: unknown) => {
        if (error instanceof RowsMoved) return error;
        throw error;
      });
    this.#running = untilDone(insertOrMoved, { clock, signal, onTrouble }).then((moved) => {
      if (moved) throw moved;
    });
    return this.#running;
  }
}
