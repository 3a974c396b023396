/** CAP-05: the limit of a tenant and its stored bytes; null: no limit. */
export interface StorageNumbers {
  readonly limit: number | null;
  readonly used: number;
}

/** Counters older than this are read again; bytes stored meanwhile are added here. */
const FRESH_MS = 5_000;

interface CachedUsage extends StorageNumbers {
  readonly readMs: number;
  added: number;
}

/** CAP-02: a package's gigabytes. */
export const bytesOfGigabytes = (gigabytes: number | null): number | null =>
  gigabytes === null ? null : gigabytes * 1024 ** 3;

/** Asked for every batch: answered from memory, corrected every few seconds. */
export class StorageRoom {
  readonly #read: (tenantId: string) => Promise<StorageNumbers>;
  readonly #now: () => number;
  readonly #known = new Map<string, CachedUsage>();
  readonly #reading = new Map<string, Promise<CachedUsage>>();

  constructor(read: (tenantId: string) => Promise<StorageNumbers>, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  /**
   * CAP-03, CAP-05: refuses once nothing remains, so the last batch may go over. To refuse what is larger than the
   * rest would stop storing in a space that is not full, and tell terminals in turn to wait and to go on.
   * Takes the room at once, so that batches at the same time do not get it twice.
   */
  async take(tenantId: string, bytes: number): Promise<boolean> {
    const known = await this.#of(tenantId);
    if (known.limit !== null && known.used + known.added >= known.limit) return false;
    known.added += bytes;
    return true;
  }

  /** Whether there is room for anything, by numbers of now. */
  async hasRoom(tenantId: string): Promise<boolean> {
    const { limit, used } = await this.#refresh(tenantId);
    return limit === null || used < limit;
  }

  async #of(tenantId: string): Promise<CachedUsage> {
    const known = this.#known.get(tenantId);
    if (known === undefined) return this.#refresh(tenantId);
    // Stale numbers still answer: ingest does not wait for a database that is slow, nor stop for one that is away.
    if (this.#now() - known.readMs >= FRESH_MS) this.#refresh(tenantId).catch(() => undefined);
    return known;
  }

  #refresh(tenantId: string): Promise<CachedUsage> {
    const running = this.#reading.get(tenantId);
    if (running !== undefined) return running;
    const reading = this.#read(tenantId)
      .then((numbers) => {
        const known = { ...numbers, readMs: this.#now(), added: 0 };
        this.#known.set(tenantId, known);
        return known;
      })
      .finally(() => this.#reading.delete(tenantId));
    this.#reading.set(tenantId, reading);
    return reading;
  }
}
