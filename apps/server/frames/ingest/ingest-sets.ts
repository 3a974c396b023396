import { KnownSet, type StoredSet, setName } from "../landing/known-set.ts";
import type { WantedSet } from "../landing/sequence-store.ts";

/** Of how many logs the sets stay in memory when nothing uses them. */
const MOST_SETS_KEPT = 100_000;
/** Sets per query. */
const MOST_SETS_PER_LOAD = 1000;

/**
 * The sets of stored sequences of the terminals that send here, as a cache: the database decides at the landing. A set
 * that is not here is read when first needed; requests that come while one is being answered are put together.
 */
export class IngestSets {
  readonly #load: (wanted: readonly WantedSet[]) => Promise<readonly StoredSet[]>;
  readonly #mostKept: number;
  // In order of their last use; null: its binding is closed.
  readonly #sets = new Map<string, KnownSet | null>();
  readonly #wanted = new Map<string, WantedSet>();
  #loading: Promise<void> | undefined;

  constructor(load: (wanted: readonly WantedSet[]) => Promise<readonly StoredSet[]>, mostKept = MOST_SETS_KEPT) {
    this.#load = load;
    this.#mostKept = mostKept;
  }

  /** Undefined: not read yet; null: the binding is closed. */
  find(name: string): KnownSet | null | undefined {
    return this.#sets.get(name);
  }

  async load(wanted: WantedSet): Promise<void> {
    const name = setName(wanted);
    this.#wanted.set(name, wanted);
    while (this.#wanted.has(name)) {
      this.#loading ??= this.#loadWanted();
      await this.#loading;
    }
  }

  /** It is read again when it is next needed. */
  forget(name: string): void {
    this.#sets.delete(name);
  }

  async #loadWanted(): Promise<void> {
    // The requests of this turn of the event loop go together.
    await Promise.resolve();
    const wanted = [...this.#wanted].slice(0, MOST_SETS_PER_LOAD);
    try {
      const found = await this.#load(wanted.map(([, one]) => one));
      const byName = new Map(found.map((stored) => [setName(stored), stored]));
      for (const [name] of wanted) {
        const stored = byName.get(name);
        // A closed binding is asked for again next time: this says only that the request was answered.
        this.#keep(name, stored ? new KnownSet(stored) : null);
      }
    } finally {
      for (const [name] of wanted) this.#wanted.delete(name);
      this.#loading = undefined;
    }
  }

  #keep(name: string, set: KnownSet | null): void {
    this.#sets.delete(name);
    this.#sets.set(name, set);
    if (this.#sets.size <= this.#mostKept) return;
    for (const [old, known] of this.#sets) {
      if (this.#sets.size <= this.#mostKept) return;
      if (known === null || known.pending === 0) this.#sets.delete(old);
    }
  }
}
