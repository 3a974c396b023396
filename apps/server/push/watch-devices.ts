import type pg from "pg";
import type { Db } from "../platform/postgres/schema.ts";
import { setWatched } from "./arrival-store.ts";
import { lockWatched, rulesMark, watchedBindings } from "./follow-store.ts";

/** Labels, types and devices that come or go are followed within this time; changes of rules at once. */
const EVERY_MS = 30_000;

/** Tells the frame servers of which bindings they are to note what comes. */
export class DeviceWatch {
  readonly #db: Db;
  readonly #pools: readonly pg.Pool[];
  readonly #now: () => number;
  #mark: string | undefined;
  #atMs = 0;

  constructor(db: Db, pools: readonly pg.Pool[], now: () => number) {
    this.#db = db;
    this.#pools = pools;
    this.#now = now;
  }

  async look(): Promise<void> {
    const mark = await rulesMark(this.#db);
    if (mark === this.#mark && this.#now() < this.#atMs + EVERY_MS) return;
    await this.#db.transaction().execute(async (transaction) => {
      await lockWatched(transaction);
      const watched = await watchedBindings(transaction);
      // A server has rows of bindings of the others too: they come there with a move.
      for (const pool of this.#pools) await setWatched(pool, watched);
    });
    [this.#mark, this.#atMs] = [mark, this.#now()];
  }
}
