import type pg from "pg";
import { type LandedBatch, type LandedRow, readBodies } from "./segment-index.ts";

const MOST_BYTES = 32 * 2 ** 20;
/** Whoever looks at a range zooms and moves in it. */
const HELD_MS = 20_000;

/**
 * Bodies of landed batches while somebody looks at them: the next question reads only those that are new. A landed batch
 * never changes, and the index of each question says which are there.
 */
export class BodyCache {
  readonly #pool: pg.Pool;
  // In order of their last use.
  readonly #bodies = new Map<number, Uint8Array>();
  readonly #most: number;
  #bytes = 0;
  #release: ReturnType<typeof setTimeout> | undefined;

  constructor(pool: pg.Pool, most = MOST_BYTES) {
    this.#pool = pool;
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Throws `SnapshotGone` where a batch that is not held was settled or deleted meanwhile. */
  async read(bindingNumber: number, rows: readonly LandedRow[]): Promise<LandedBatch[]> {
    const held = new Map(rows.flatMap(({ id }) => pairOf(id, this.#bodies.get(id))));
    const missing = rows.filter(({ id }) => !held.has(id));
    for (const { id, body } of await readBodies(this.#pool, bindingNumber, missing)) held.set(id, body);
    const batches = rows.map(({ id, landedUs, epoch, sequence }) => ({
      id,
      landedUs,
      epoch,
      sequence,
      body: held.get(id) as Uint8Array,
    }));
    this.#hold(batches);
    return batches;
  }

  #hold(batches: readonly LandedBatch[]): void {
    for (const { id, body } of batches) {
      if (!this.#bodies.delete(id)) this.#bytes += body.length;
      this.#bodies.set(id, body);
    }
    for (const [id, { length }] of this.#bodies) {
      if (this.#bytes <= this.#most) break;
      this.#bodies.delete(id);
      this.#bytes -= length;
    }
    clearTimeout(this.#release);
    this.#release = setTimeout(() => this.#clear(), HELD_MS).unref();
  }

  #clear(): void {
    this.#bodies.clear();
    this.#bytes = 0;
  }
}

const pairOf = (id: number, body: Uint8Array | undefined): [number, Uint8Array][] => (body ? [[id, body]] : []);
