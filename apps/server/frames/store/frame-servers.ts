import type pg from "pg";
import { soon } from "../../platform/soon.ts";
import type { WatchedDisk } from "../landing/disk-watch.ts";
import type { OpenFrameStore, StorePlace } from "./open-frame-store.ts";
import type { StoreHealth } from "./store-health.ts";
import type { StoreReport } from "./store-report.ts";

/** One frame server as the operator sees it. `/metrics` and `canopy doctor` show the same report. */
export interface FrameServerState {
  /** Undefined: it has not answered yet. */
  readonly id: string | undefined;
  /** Host, port and database, without credentials. */
  readonly address: string;
  readonly storeVersion: number | undefined;
  readonly health: StoreHealth;
  /** Undefined: it does not answer. */
  readonly report: StoreReport | undefined;
  readonly files: StorePlace;
  /** Of the disk that this process fills. */
  readonly disk: WatchedDisk | undefined;
}

/** All frame servers of the installation. */
export type LookAtFrameServers = () => Promise<FrameServerState[]>;

/** Counts over the whole index: slower than the few rows of its health. */
const REPORT_PATIENCE_MS = 8000;
const PATIENCE_MS = 3000;
const AWAY: StoreHealth = { frames: "unreachable", files: "ok", disk: "ok", landing: "ok" };

export interface LookedAt {
  readonly pool: pg.Pool;
  readonly store: Pick<OpenFrameStore, "health" | "report" | "room" | "place">;
  readonly address: string;
}

export function lookAtFrameServer({ pool, store, address }: LookedAt): () => Promise<FrameServerState> {
  let known: { id: string; store_version: number } | undefined;
  return async () => {
    const name = pool.query<{ id: string; store_version: number }>("select id, store_version from frame_server");
    const [found, health, report, disk] = await Promise.all([
      soon(name, PATIENCE_MS, undefined),
      soon(store.health(), PATIENCE_MS, AWAY),
      soon(store.report(), REPORT_PATIENCE_MS, undefined),
      soon(store.room(), PATIENCE_MS, undefined),
    ]);
    known = found?.rows[0] ?? known;
    return { id: known?.id, storeVersion: known?.store_version, address, health, report, files: store.place, disk };
  };
}
