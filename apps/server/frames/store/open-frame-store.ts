import { statfs } from "node:fs/promises";
import type { Files } from "../../platform/files/files.ts";
import { bucketInWords, type S3Settings } from "../../platform/files/s3-url.ts";
import type { Log } from "../../platform/log.ts";
import type { Database } from "../../platform/postgres/open-database.ts";
import { type LakeStore, lakeStore } from "../lake/lake-store.ts";
import type { OpenLake } from "../lake/open-lake.ts";
import { DiskWatch, type WatchedDisk } from "../landing/disk-watch.ts";
import { type LandingPort, landingPort } from "../landing/landing.ts";
import type { Quarantine } from "../landing/quarantine.ts";
import { quarantineStore } from "../landing/quarantine-store.ts";
import { SetAside } from "../landing/set-aside.ts";
import { frameUsage } from "../landing/usage-store.ts";
import { FooterCache } from "../reading/footer-cache.ts";
import { frameReader } from "../reading/frame-reader.ts";
import { LandedCache } from "../reading/landed-cache.ts";
import { frameRemoval } from "../settling/frame-removal.ts";
import { frameImports } from "../settling/import-frames.ts";
import { mergeDue } from "../settling/merge.ts";
import { type Settling, settleDue } from "../settling/settle.ts";
import { SettlingPace } from "../settling/settling-pace.ts";
import { sweepFiles } from "../settling/sweep.ts";
import { type Upkeep, upkeep } from "../settling/upkeep.ts";
import { openStoreFiles } from "./files/store-files.ts";
import type { FrameImports } from "./frame-imports.ts";
import type { FrameStore } from "./frame-store.ts";
import type { KeptSignalStore } from "./kept/kept-signals.ts";
import { keptSignalStore } from "./kept/kept-store.ts";
import { type LossReader, lossReader } from "./losses.ts";
import { type PinnedWindowStore, pinnedWindowStore } from "./pinned-windows.ts";
import { pointStore } from "./points/point-store.ts";
import type { PointStore } from "./points/points.ts";
import { type RuleStateReader, ruleStateReader } from "./rule-states.ts";
import { type StoreHealth, storeHealth } from "./store-health.ts";
import { type StoreReport, storeReport } from "./store-report.ts";
import { StorePool, spareThreads } from "./threads/store-pool.ts";
import { InlineWorkers, type StoreWorkers } from "./threads/store-workers.ts";
import { type StoreProblem, type VerifyResult, verifyStore } from "./verify-store.ts";

export interface FrameStoreOptions {
  /** The frames' own database (migrations/frames); the caller closes it. */
  readonly database: Database;
  /** Where segments lie; the cache of a bucket lies beside it. */
  readonly folder: string;
  /** Segments lie in a bucket. */
  readonly s3?: S3Settings | undefined;
  /** The database is on another machine: what this one's disk has left is no matter of landing. */
  readonly landsElsewhere?: boolean;
  /** Removed files stay at least so long, for a recovery to a point in time. */
  readonly trashMs?: number;
  readonly log: Log;
  readonly now?: () => number;
  /** For tests: files of their own, and no threads. */
  readonly files?: Files;
  /** For tests that end an export at one of its steps; with `files`. */
  readonly openLake?: OpenLake;
  /** For tests that must be there between the file and its row. */
  readonly step?: Settling["step"];
}

/** Where segments lie. */
export interface StorePlace {
  readonly kind: "folder" | "bucket";
  /** In words, without keys. */
  readonly where: string;
}

export interface OpenFrameStore {
  readonly frames: FrameStore;
  readonly kept: KeptSignalStore;
  readonly points: PointStore;
  readonly imports: FrameImports;
  readonly quarantine: Quarantine;
  readonly pins: PinnedWindowStore;
  readonly ruleStates: RuleStateReader;
  readonly losses: LossReader;
  readonly lake: LakeStore;
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
  /** Of the disk that this process fills. */
  room(): Promise<WatchedDisk>;
  readonly place: StorePlace;
  /** Jobs and streams under way in the read threads. */
  readonly readDepth: number;
  /** Where its segments lie. */
  readonly files: Files;
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
  const opened = await openStoreFiles({ pool, folder, s3: options.s3 });
  const files: Files = options.files ?? opened.files;
  const footers = new FooterCache(files, HERE_FOOTER_BYTES);
  const lake = options.openLake && { openLake: options.openLake };
  const access = { pool, files, footers, landed: new LandedCache(), ...lake };
  const workers = (threads: number, nice: number, footerBytes: number): StoreWorkers =>
    options.files ? new InlineWorkers(access) : new StorePool({ place: opened.place, threads, nice, footerBytes });
  const readers = workers(spareThreads(), 5, READ_FOOTER_BYTES);
  const writers = workers(1, 10, UPKEEP_FOOTER_BYTES);
  // Of its own: a day as Parquet is seconds of work without a pause.
  const exporters = workers(1, 15, UPKEEP_FOOTER_BYTES);
  const disk = new DiskWatch(opened.local, statfs, options.s3 === undefined || options.landsElsewhere !== true);
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
    ruleStates: ruleStateReader(pool),
    losses: lossReader(pool),
    lake: lakeStore({ pool, workers: exporters }),
    landing: landingPort(pool, disk, pace),
    upkeep: upkeep({ pool, files, trashMs: options.trashMs ?? 0, settling, pace, log, now }),
    settleAll,
    merge: (nowMs) => mergeDue(settling, nowMs),
    async sweepAll() {
      const { faults } = await sweepFiles(pool, files, { graceMs: 0 });
      if (faults.length > 0) throw faults[0];
    },
    report: () => storeReport(pool),
    health: () => storeHealth(pool, disk, opened.state),
    room: () => disk.room(),
    place:
      options.s3 === undefined
        ? { kind: "folder", where: folder }
        : { kind: "bucket", where: bucketInWords(options.s3) },
    get readDepth() {
      return readers.depth;
    },
    files,
    verify: (onProblem, onProgress) => verifyStore({ pool, files: opened.whole }, onProblem, onProgress),
    async close() {
      await readers.close();
      await writers.close();
      await exporters.close();
      await options.files?.close();
      await opened.close();
    },
  };
}
