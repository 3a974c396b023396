import { mkdirSync } from "node:fs";
import type { Log } from "../../platform/log.ts";
import type { Database } from "../../platform/postgres/open-database.ts";
import { DiskWatch } from "../landing/disk-watch.ts";
import { type LandingPort, landingPort } from "../landing/landing.ts";
import type { Quarantine } from "../landing/quarantine.ts";
import { quarantineStore } from "../landing/quarantine-store.ts";
import { SetAside } from "../landing/set-aside.ts";
import { frameUsage } from "../landing/usage-store.ts";
import { FooterCache } from "../reading/footer-cache.ts";
import { frameReader } from "../reading/frame-reader.ts";
import { type SegmentFiles, SegmentFolder } from "../segments/segment-files.ts";
import { frameRemoval } from "../settling/frame-removal.ts";
import { frameImports } from "../settling/import-frames.ts";
import { mergeDue } from "../settling/merge.ts";
import { type Settling, settleDue } from "../settling/settle.ts";
import { SettlingPace } from "../settling/settling-pace.ts";
import { sweepFiles } from "../settling/sweep.ts";
import { type Upkeep, upkeep } from "../settling/upkeep.ts";
import { checkFolder } from "./folder-mark.ts";
import type { FrameImports } from "./frame-imports.ts";
import type { FrameStore } from "./frame-store.ts";
import type { KeptSignalStore } from "./kept-signals.ts";
import { keptSignalStore } from "./kept-store.ts";
import { type PinnedWindowStore, pinnedWindowStore } from "./pinned-windows.ts";
import { pointStore } from "./point-store.ts";
import type { PointStore } from "./points.ts";
import { type StoreHealth, storeHealth } from "./store-health.ts";
import { StorePool, spareThreads } from "./store-pool.ts";
import { type StoreReport, storeReport } from "./store-report.ts";
import { InlineWorkers, type StoreWorkers } from "./store-workers.ts";
import { type StoreProblem, type VerifyResult, verifyStore } from "./verify-store.ts";

export interface FrameStoreOptions {
  /** The frames' own database (migrations/frames); the caller closes it. */
  readonly database: Database;
  /** Where segments lie. */
  readonly folder: string;
  readonly log: Log;
  readonly now?: () => number;
  /** For tests: files of their own, and no threads. */
  readonly files?: SegmentFiles;
  /** For tests that must be there between the file and its row. */
  readonly step?: Settling["step"];
}

export interface OpenFrameStore {
  readonly frames: FrameStore;
  readonly kept: KeptSignalStore;
  readonly points: PointStore;
  readonly imports: FrameImports;
  readonly quarantine: Quarantine;
  readonly pins: PinnedWindowStore;
  /** For ingest. */
  readonly landing: LandingPort;
  /** Settling, merging and sweeping, in role worker. */
  readonly upkeep: Upkeep;
  /** Settles all that is landed, due or not. */
  settleAll(): Promise<void>;
  /** Merges hours and days that are over at this time; returns how many segments were replaced. */
  merge(nowMs: number): Promise<number>;
  /** Removes dropped files, also those whose grace time is not over. */
  sweepAll(): Promise<void>;
  report(): Promise<StoreReport>;
  health(): Promise<StoreHealth>;
  /** Jobs and streams under way in the read threads. */
  readonly readDepth: number;
  verify(
    onProblem: (problem: StoreProblem) => void,
    onProgress?: (done: number, of: number) => void,
  ): Promise<VerifyResult>;
  close(): Promise<void>;
}

const READ_FOOTER_BYTES = 64 * 1024 * 1024;
const HERE_FOOTER_BYTES = 32 * 1024 * 1024;
const UPKEEP_FOOTER_BYTES = 16 * 1024 * 1024;

/** Opens everything and starts nothing. */
export async function openFrameStore(options: FrameStoreOptions): Promise<OpenFrameStore> {
  const { database, folder, log, now = Date.now, step } = options;
  const { pool } = database;
  mkdirSync(folder, { recursive: true });
  await checkFolder(pool, folder);
  const files: SegmentFiles = options.files ?? new SegmentFolder(folder);
  const access = { pool, files, footers: new FooterCache(files, HERE_FOOTER_BYTES) };
  const workers = (threads: number, nice: number, footerBytes: number): StoreWorkers =>
    options.files ? new InlineWorkers(access) : new StorePool({ folder, threads, nice, footerBytes });
  const readers = workers(spareThreads(), 5, READ_FOOTER_BYTES);
  const writers = workers(1, 10, UPKEEP_FOOTER_BYTES);
  const disk = new DiskWatch(folder);
  const aside = { bindings: new SetAside(), segments: new SetAside() };
  const pace = new SettlingPace();
  const settling: Settling = { pool, workers: writers, log, aside, ...(step && { step }) };
  const settleAll = async () => {
    while ((await settleDue(settling, () => true)).frames > 0);
  };
  return {
    frames: {
      ...frameReader({ ...access, workers: readers }),
      usage: frameUsage(pool),
      removal: frameRemoval({ ...access, workers: readers, ...(step && { step }) }),
    },
    kept: keptSignalStore({ pool, workers: writers, now }),
    points: pointStore(database),
    imports: frameImports({ pool, workers: writers, now }),
    quarantine: quarantineStore({ pool, disk, now, ...(step && { step }) }),
    pins: pinnedWindowStore(pool),
    landing: landingPort(pool, folder, pace),
    upkeep: upkeep({ pool, files, settling, pace, log, now }),
    settleAll,
    merge: (nowMs) => mergeDue(settling, nowMs),
    async sweepAll() {
      while ((await sweepFiles(pool, files, { graceMs: 0 })) > 0);
    },
    report: () => storeReport(pool),
    health: () => storeHealth(pool, disk),
    get readDepth() {
      return readers.depth;
    },
    verify: (onProblem, onProgress) => verifyStore({ pool, files, folder }, onProblem, onProgress),
    async close() {
      await readers.close();
      await writers.close();
      await files.close();
    },
  };
}
