import type { Run } from "../segments/run.ts";
import { landedRuns } from "../settling/landed-runs.ts";
import type { LandedBatch } from "./segment-index.ts";

/** About 30 bytes of memory each. */
const MOST_FRAMES = 1_000_000;
const HELD_MS = 3000;

interface Entry {
  readonly runs: readonly Run[];
  readonly frames: number;
}

/**
 * The runs of landed batches for some seconds: a page asks for the signals of many messages over the same batches. A
 * landed batch never changes, so the ids of the batches say which runs they are.
 */
export class LandedCache {
  // In order of their last use.
  readonly #entries = new Map<string, Entry>();
  readonly #most: number;
  #frames = 0;
  #release: ReturnType<typeof setTimeout> | undefined;

  constructor(most = MOST_FRAMES) {
    this.#most = most;
  }

  get frames(): number {
    return this.#frames;
  }

  runsOf(batches: readonly LandedBatch[]): readonly Run[] {
    const key = batches.map(({ id }) => id).join();
    const entry = this.#entries.get(key) ?? this.#read(batches);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const [old, { frames }] of this.#entries) {
      if (this.#frames <= this.#most) break;
      this.#entries.delete(old);
      this.#frames -= frames;
    }
    clearTimeout(this.#release);
    this.#release = setTimeout(() => this.#clear(), HELD_MS).unref();
    return entry.runs;
  }

  #read(batches: readonly LandedBatch[]): Entry {
    const runs = landedRuns(batches);
    const frames = runs.reduce((sum, { count }) => sum + count, 0);
    this.#frames += frames;
    return { runs, frames };
  }

  #clear(): void {
    this.#entries.clear();
    this.#frames = 0;
  }
}
