import { packageOf } from "../../capacity/package-store.ts";
import {
  dataGone,
  deletedBindingsWithData,
  devicesOfBindings,
  livingBindings,
  retainedBindings,
  tenantsOfBindings,
} from "../../devices/binding-store.ts";
import { recordUsage } from "../../devices/link/report-status.ts";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { deleteReports, removeOldReports } from "../reports/device-report-store.ts";
import type { FrameStore } from "../store/frame-store.ts";
import type { PointStore } from "../store/points/points.ts";
import { DAY_US, dayOf } from "../store/time-window.ts";
import type { PinnedWindows, TellDeleted } from "./delete-range-job.ts";
import { forgetDeletedWindows } from "./deleted-window-store.ts";

const DAY_MS = 86_400_000;
const BINDINGS_AT_ONCE = 100;

export interface NightlyStores {
  readonly db: Db;
  readonly frames: FrameStore;
  readonly points: PointStore;
}

export interface CountedStores {
  readonly db: Db;
  readonly frames: Pick<FrameStore, "usage">;
}

export interface NightlyReport {
  readonly expiredFrames: number;
  readonly droppedBindings: number;
  /** What could not be done; all else was. */
  readonly faults: readonly unknown[];
}

export interface NightlyOptions {
  readonly nowMs: number;
  readonly pinned: PinnedWindows;
  readonly tellDeleted: TellDeleted;
  /** A job that is cancelled stops between two steps. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** What the steps of a night share. */
interface Night extends NightlyStores, NightlyOptions {
  /** DAT-06: by the package of each binding's tenant. */
  readonly keepDays: ReadonlyMap<number, number>;
  readonly report: { expiredFrames: number; droppedBindings: number; faults: unknown[] };
  failed(bindingNumber: number, error: unknown): void;
}

/**
 * Every night: removes what has expired and what deleted devices left, and updates the usage of each device. The data of
 * one device keeps no other's: what cannot be removed is logged and tried again.
 */
export async function runNightly(stores: NightlyStores, options: NightlyOptions): Promise<NightlyReport> {
  const { nowMs, signal, log } = options;
  const report = { expiredFrames: 0, droppedBindings: 0, faults: [] as unknown[] };
  const keepDays = await retentionDays(stores.db, await retainedBindings(stores.db));
  const failed = (binding: number, error: unknown) =>
    log.warn({ err: error, binding }, "data of a device could not be removed");
  const night: Night = { ...stores, ...options, keepDays, report, failed };
  for (const step of [expireFrames, expirePoints, expireReports, dropDeleted, () => showUsage(stores, nowMs)]) {
    await step(night).catch((error: unknown) => report.faults.push(error));
    signal.throwIfAborted();
  }
  return report;
}

/** DEV-10: `things_usage` of every device; one without frames holds nothing. */
export async function showUsage({ db, frames }: CountedStores, nowMs: number): Promise<void> {
  const bytes = new Map((await livingBindings(db)).map((bindingNumber) => [bindingNumber, 0]));
  for (const used of await frames.usage.ofAll()) bytes.set(used.bindingNumber, used.bytes);
  await recordUsage(
    db,
    Array.from(bytes, ([bindingNumber, sum]) => ({ bindingNumber, bytes: sum })),
    nowMs,
  );
}

/** DAT-06: by the package of each binding's tenant; without a limit it is left out. */
async function retentionDays(db: Db, bindings: readonly number[]): Promise<Map<number, number>> {
  const tenants = await tenantsOfBindings(db, bindings);
  const days = new Map<string, number | null>();
  for (const tenantId of new Set(tenants.values()))
    days.set(tenantId, (await packageOf(db, tenantId)).maximum_data_retention_days);
  const kept = [...tenants].flatMap(([binding, tenantId]): [number, number][] => {
    const keep = days.get(tenantId) ?? null;
    return keep === null ? [] : [[binding, keep]];
  });
  return new Map(kept);
}

/** DAT-06: today and the days of each tenant's package before it stay. */
async function expireFrames({ db, frames, keepDays, report, ...night }: Night): Promise<void> {
  const today = dayOf(night.nowMs * 1000);
  const expiries = Array.from(keepDays, ([bindingNumber, days]) => ({
    bindingNumber,
    beforeDay: today - days,
    keep: () => night.pinned(bindingNumber),
  }));
  const devices = await devicesOfBindings(db, [...keepDays.keys()]);
  await frames.removal.expire(expiries, {
    signal: night.signal,
    failed: night.failed,
    gone({ bindingNumber, beforeDay }, count) {
      report.expiredFrames += count;
      const device = devices.get(bindingNumber);
      if (device) night.tellDeleted(device, { fromUs: 0, toUs: beforeDay * DAY_US });
    },
  });
}

/** Positions and points stay as long as frames do, and where these are pinned; positions by the later of their time and their storing. */
async function expirePoints({ points, keepDays, report, nowMs, pinned, signal, failed }: Night): Promise<void> {
  for (const [days, entries] of Map.groupBy(keepDays, ([, keep]) => keep)) {
    const bindings = entries.map(([bindingNumber]) => ({ bindingNumber, keep: () => pinned(bindingNumber) }));
    await points
      .expire(bindings, (nowMs - days * DAY_MS) * 1000, { signal, failed })
      .catch((error: unknown) => report.faults.push(error));
    signal.throwIfAborted();
  }
}

/** So do events, log lines and what is known of deletions. */
async function expireReports({ db, keepDays, report, nowMs, signal, failed }: Night): Promise<void> {
  for (const [bindingNumber, days] of keepDays) {
    signal.throwIfAborted();
    const beforeMs = nowMs - days * DAY_MS;
    await Promise.all([
      removeOldReports(db, bindingNumber, beforeMs),
      forgetDeletedWindows(db, bindingNumber, beforeMs),
    ]).catch((error: unknown) => {
      failed(bindingNumber, error);
      report.faults.push(error);
    });
  }
}

async function dropDeleted({ report, failed, ...night }: Night): Promise<void> {
  let bindings: readonly number[] = [];
  do {
    bindings = await deletedBindingsWithData(night.db, bindings.at(-1) ?? 0, BINDINGS_AT_ONCE);
    for (const bindingNumber of bindings) {
      night.signal.throwIfAborted();
      try {
        await dropBinding(night, bindingNumber);
        report.droppedBindings += 1;
      } catch (error) {
        failed(bindingNumber, error);
        report.faults.push(error);
      }
    }
  } while (bindings.length === BINDINGS_AT_ONCE);
}

async function dropBinding(
  { db, frames, points, signal }: Pick<Night, "db" | "frames" | "points" | "signal">,
  bindingNumber: number,
): Promise<void> {
  await frames.removal.drop(bindingNumber);
  await points.drop(bindingNumber, [], signal);
  await deleteReports(db, bindingNumber);
  await forgetDeletedWindows(db, bindingNumber);
  await dataGone(db, bindingNumber);
}
