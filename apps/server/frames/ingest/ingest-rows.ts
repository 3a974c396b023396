import { isOfContent } from "../../platform/postgres/content-error.ts";
import { type IngestClock, IngestRefused, untilDone } from "./ingest-retry.ts";

/** Rows that come within this time after the first go together. */
export const GATHER_MS = 50;
/** Of one insert, which ends well within the time that a statement has. */
export const MOST_ROWS = 4000;

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

/** Rows of one message: they go together. */
interface Waiting<T> {
  readonly rows: readonly T[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Rows of all terminals as few inserts: those that come while one runs go together with the next. */
export class RowGroups<T> {
  readonly #options: RowGroupsOptions<T>;
  readonly #closing = new AbortController();
  #waiting: Waiting<T>[] = [];
  #gathered: Promise<void> = Promise.resolve();
  #most = MOST_ROWS;
  #isBusy = false;
  #inserting: Promise<void> = Promise.resolve();

  constructor(options: RowGroupsOptions<T>) {
    this.#options = options;
  }

  /** Resolves when they are safe; rejects when it closes before. */
  add(rows: readonly T[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (this.#closing.signal.aborted) reject(new IngestRefused("closed"));
    else {
      if (this.#waiting.length === 0)
        this.#gathered = new Promise((gathered) => this.#options.clock.after(GATHER_MS, gathered));
      this.#waiting.push({ rows, done: resolve, failed: reject });
      if (!this.#isBusy) void this.#insertAll();
    }
    return promise;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#refuseAll();
    await this.#inserting.catch(() => undefined);
  }

  #refuseAll(): void {
    for (const { failed } of this.#waiting.splice(0)) failed(new IngestRefused("closed"));
  }

  async #insertAll(): Promise<void> {
    const { clock, onTrouble } = this.#options;
    const { signal } = this.#closing;
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      await this.#gathered;
      this.#inserting = untilDone(() => this.#insertNext(), { clock, signal, onTrouble });
      // Only closing ends it otherwise.
      await this.#inserting.catch(() => this.#refuseAll());
    }
    this.#isBusy = false;
  }

  /** What could not be inserted goes in smaller groups: a large one may take longer than a statement has. */
  async #insertNext(): Promise<void> {
    const group = this.#take();
    const rows = group.flatMap((one) => one.rows);
    try {
      await this.#options.insert(rows);
      this.#most = Math.min(MOST_ROWS, 2 * this.#most);
      for (const { done } of group) done();
    } catch (error) {
      // One that can never be stored stays with its terminal and holds up nobody else.
      if (error instanceof RowsMoved || (isOfContent(error) && group.length === 1)) {
        for (const { failed } of group) failed(error);
        return;
      }
      this.#most = Math.max(1, Math.floor(rows.length / 2));
      this.#waiting.unshift(...group);
      if (!isOfContent(error)) throw error;
    }
  }

  /** At least one message; of others no more than their rows have room. */
  #take(): Waiting<T>[] {
    let [count, rows] = [0, 0];
    for (const one of this.#waiting) {
      rows += one.rows.length;
      if (count > 0 && rows > this.#most) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }
}
