import { statfs } from "node:fs/promises";
import type pg from "pg";
import type { IngestPorts } from "../ingest-ports.ts";
import { PAYLOAD_WINDOW_MS } from "../recent-payloads.ts";
import { writeLanding } from "./landing-store.ts";
import { wasQuarantined } from "./quarantine-store.ts";
import { writeRefusal } from "./refusal-store.ts";
import { loadSets, moveToPages } from "./sequence-store.ts";
import type { SettlingPace } from "./settling-pace.ts";

/** What of the store ingest needs. */
export type LandingPort = Omit<IngestPorts, "mayStore">;

/** Landing stops while less is free, so that PostgreSQL itself never does. */
const LEAST_FREE_BYTES = 1024 ** 3;
const LEAST_FREE_SHARE = 0.05;
const LOOK_MS = 1000;

/** Thrown by landing: acknowledgements are withheld, and everything else goes on. */
export class DiskNearlyFull extends Error {}

export function landingPort(pool: pg.Pool, folder: string, pace: SettlingPace): LandingPort {
  const disk = new DiskWatch(folder);
  return {
    loadSets: (wanted) => loadSets(pool, wanted),
    async land(write) {
      await disk.mustHaveRoom();
      return writeLanding(pool, write);
    },
    pauseMs: () => pace.landingPauseMs(performance.now()),
    moveToPages: (set, ranges) => moveToPages(pool, set, ranges),
    refuse: (batch, reason) => writeRefusal(pool, batch, reason),
    wasQuarantined: (batch) => wasQuarantined(pool, batch),
    async recentPayloads(bindingNumber) {
      const found = await pool.query<{ hash: string }>(
        `select encode(hash, 'hex') as hash from payload_hashes
          where binding = $1 and seen_at > now() - $2 * interval '1 millisecond'`,
        [bindingNumber, PAYLOAD_WINDOW_MS],
      );
      return new Set(found.rows.map(({ hash }) => hash));
    },
  };
}

/** Of a disk, in blocks. */
type Look = (folder: string) => Promise<{ readonly bavail: number; readonly blocks: number; readonly bsize: number }>;

export class DiskWatch {
  readonly #folder: string;
  readonly #look: Look;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #isFull = false;

  constructor(folder: string, look: Look = statfs) {
    this.#folder = folder;
    this.#look = look;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  async mustHaveRoom(): Promise<void> {
    if (performance.now() - this.#lookedMs > LOOK_MS) {
      const { bavail, blocks, bsize } = await this.#look(this.#folder);
      this.#lookedMs = performance.now();
      this.#isFull = bavail * bsize < Math.max(LEAST_FREE_BYTES, LEAST_FREE_SHARE * blocks * bsize);
    }
    if (this.#isFull) throw new DiskNearlyFull("less than 1 GB or 5 % of the disk is free");
  }
}
