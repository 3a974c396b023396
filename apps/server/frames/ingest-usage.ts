import type { UsageRow } from "./usage-store.ts";

/** Adds to the counters. */
export type AddUsage = (rows: readonly UsageRow[]) => Promise<void>;

/** Counts between two writes. An acknowledgement does not wait for counters, which are counted anew every night. */
export class IngestUsage {
  readonly #write: AddUsage;
  #rows = new Map<string, UsageRow>();
  #last: Promise<void> = Promise.resolve();

  constructor(write: AddUsage) {
    this.#write = write;
  }

  add(row: UsageRow): void {
    const name = `${row.bindingNumber}/${row.day}`;
    const known = this.#rows.get(name);
    const { frames = 0, bytes = 0 } = known ?? {};
    this.#rows.set(name, { ...row, frames: frames + row.frames, bytes: bytes + row.bytes });
  }

  /** One write at a time: what is counted meanwhile goes with the next. What could not be written stays. */
  flush(): Promise<void> {
    this.#last = this.#last.catch(() => undefined).then(() => this.#writeRows());
    return this.#last;
  }

  async #writeRows(): Promise<void> {
    if (this.#rows.size === 0) return;
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    try {
      await this.#write(rows);
    } catch (error) {
      for (const row of rows) this.add(row);
      throw error;
    }
  }
}
