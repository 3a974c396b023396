import { packageOf } from "../../capacity/package-store.ts";
import {
  dataGone,
  deletedBindingsWithData,
  devicesOfBindings,
  livingBindings,
  tenantsOfBindings,
} from "../../devices/binding-store.ts";
import { recordUsage } from "../../devices/link/report-status.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { deleteReports, removeOldReports } from "../reports/device-report-store.ts";
import type { Expiry, FrameStore } from "../store/frame-store.ts";
import type { PointStore } from "../store/points.ts";
import { DAY_US, dayOf } from "../store/time-window.ts";
import type { PinnedWindows, TellDeleted } from "./delete-range-job.ts";

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
}

export interface NightlyOptions {
  readonly nowMs: number;
  readonly pinned: PinnedWindows;
  readonly tellDeleted: TellDeleted;
  /** A job that is cancelled stops between two steps. */
  readonly signal: AbortSignal;
}

/** Every night: removes frames of deleted devices and expired frames, then updates the usage of each device. */
export async function runNightly(stores: NightlyStores, options: NightlyOptions): Promise<NightlyReport> {
  const droppedBindings = await dropDeleted(stores, options.signal);
  const expiredFrames = await expireFrames(stores, options);
  options.signal.throwIfAborted();
  await expireReports(stores, options.nowMs);
  await showUsage(stores, options.nowMs);
  return { expiredFrames, droppedBindings };
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

/** DAT-06: today and the days of each tenant's package before it stay. */
async function expireFrames({ db, frames }: NightlyStores, options: NightlyOptions): Promise<number> {
  const used = (await frames.usage.ofAll()).map(({ bindingNumber }) => bindingNumber);
  const today = dayOf(options.nowMs * 1000);
  const expiries: Expiry[] = [];
  for (const [bindingNumber, keepDays] of await retentionDays(db, used))
    expiries.push({ bindingNumber, beforeDay: today - keepDays, keep: await options.pinned(bindingNumber) });
  const devices = await devicesOfBindings(
    db,
    expiries.map(({ bindingNumber }) => bindingNumber),
  );
  return frames.removal.expire(expiries, options.signal, ({ bindingNumber, beforeDay }) => {
    const device = devices.get(bindingNumber);
    if (device) options.tellDeleted(device, { fromUs: 0, toUs: beforeDay * DAY_US });
  });
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

async function dropDeleted({ db, frames, points }: NightlyStores, signal: AbortSignal): Promise<number> {
  let dropped = 0;
  for (;;) {
    const bindings = await deletedBindingsWithData(db, BINDINGS_AT_ONCE);
    for (const bindingNumber of bindings) {
      signal.throwIfAborted();
      await frames.removal.drop(bindingNumber);
      await points.drop(bindingNumber);
      await deleteReports(db, bindingNumber);
      await dataGone(db, bindingNumber);
    }
    dropped += bindings.length;
    if (bindings.length < BINDINGS_AT_ONCE) return dropped;
  }
}

/** Positions, points, events and log lines stay as long as frames do; positions by the later of their time and their storing. */
async function expireReports({ db, points }: NightlyStores, nowMs: number): Promise<void> {
  const keepDays = await retentionDays(db, await livingBindings(db));
  const byDays = Map.groupBy(keepDays, ([, days]) => days);
  for (const [days, entries] of byDays) {
    const beforeMs = nowMs - days * DAY_MS;
    const bindings = entries.map(([bindingNumber]) => bindingNumber);
    await points.expire(bindings, beforeMs * 1000);
    for (const bindingNumber of bindings) await removeOldReports(db, bindingNumber, beforeMs);
  }
}
