import type pg from "pg";
import type { IngestPorts } from "../ingest/ingest-ports.ts";
import { PAYLOAD_WINDOW_MS } from "../ingest/recent-payloads.ts";
import type { SettlingPace } from "../settling/settling-pace.ts";
import type { DiskWatch } from "./disk-watch.ts";
import { writeLanding } from "./landing-store.ts";
import { wasQuarantined } from "./quarantine-store.ts";
import { wasJudged, writeJudgedRefusal, writeRefusal } from "./refusal-store.ts";
import { loadSets, moveToPages } from "./sequence-store.ts";

/** The part of the store that ingest uses. */
export type LandingPort = Omit<IngestPorts, "mayStore" | "judge">;

export function landingPort(pool: pg.Pool, disk: DiskWatch, pace: SettlingPace): LandingPort {
  return {
    loadSets: (wanted) => loadSets(pool, wanted),
    async land(write) {
      await disk.mustHaveRoom();
      return writeLanding(pool, write);
    },
    pauseMs: () => pace.landingPauseMs(performance.now()),
    moveToPages: (set, ranges) => moveToPages(pool, set, ranges),
    refuse: (batch, reason) => writeRefusal(pool, batch, reason),
    refuseJudged: (batch, rules) => writeJudgedRefusal(pool, batch, rules),
    wasJudged: (batch) => wasJudged(pool, batch),
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
