import { packageOf } from "../capacity/package-store.ts";
import { dataGone, deletedBindingsWithData, livingBindings, tenantsOfBindings } from "../devices/binding-store.ts";
import { recordUsage } from "../devices/report-status.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { dropBinding, type FrameStores } from "./delete-frames.ts";
import { deleteReports, removeOldReports } from "./device-report-store.ts";
import { dayOf } from "./ingest-days.ts";
import { deleteOldPoints } from "./points-store.ts";
import { reconcileUsage } from "./reconcile-usage.ts";
import { applyRetention, type RetentionRules } from "./retention.ts";
import { usageOfAll } from "./usage-store.ts";

const DAY_MS = 86_400_000;
const BINDINGS_AT_ONCE = 100;

export interface NightlyReport {
  readonly expiredFrames: number;
  readonly wrongCounters: number;
  readonly droppedBindings: number;
}

/** Everything that was made from the frames of a binding that has ended. */
export type AlsoDrop = (bindingNumber: number) => Promise<void>;

export interface NightlyOptions {
  readonly nowMs: number;
  /** Windows pinned by open alarms. */
  readonly pinned: RetentionRules["pinned"];
  /** What others keep of a device's frames goes with them. */
  readonly alsoDrop?: AlsoDrop;
  /** Between two steps; a job that is cancelled stops there. */
  readonly checkPoint?: () => void;
}

/** Every night: what is past its days goes, what belongs to deleted devices goes, and what is left is counted anew. */
export async function runNightly(stores: FrameStores, options: NightlyOptions): Promise<NightlyReport> {
  const { nowMs, pinned, checkPoint = () => undefined, alsoDrop = async () => undefined } = options;
  const droppedBindings = await dropDeleted(stores, alsoDrop, checkPoint);
  const daysOf = (bindings: readonly number[]) => retentionDays(stores.db, bindings);
  const expiredFrames = await applyRetention(stores, { daysOf, pinned }, nowMs);
  checkPoint();
  await expireReports(stores, nowMs);
  checkPoint();
  const tenantsOf = (bindings: readonly number[]) => tenantsOfBindings(stores.db, bindings);
  const wrongCounters = await reconcileUsage(stores, tenantsOf, dayOf(nowMs * 1000));
  await showUsage(stores.db, nowMs);
  return { expiredFrames, wrongCounters, droppedBindings };
}

/** DEV-10: `things_usage` of every device, from the counters. */
export async function showUsage(db: Db, nowMs: number): Promise<void> {
  await recordUsage(db, await usageOfAll(db), nowMs);
}

/** DAT-06: by the package of each binding's tenant; without a limit it is left out. */
export async function retentionDays(db: Db, bindings: readonly number[]): Promise<Map<number, number>> {
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

async function dropDeleted(stores: FrameStores, alsoDrop: AlsoDrop, checkPoint: () => void): Promise<number> {
  let dropped = 0;
  for (;;) {
    const bindings = await deletedBindingsWithData(stores.db, BINDINGS_AT_ONCE);
    for (const bindingNumber of bindings) {
      await dropBinding(stores, bindingNumber);
      await alsoDrop(bindingNumber);
      await deleteReports(stores.db, bindingNumber);
      await dataGone(stores.db, bindingNumber);
      checkPoint();
    }
    dropped += bindings.length;
    if (bindings.length < BINDINGS_AT_ONCE) return dropped;
  }
}

/** Positions, points, events and log lines stay as long as frames do. */
async function expireReports({ client, db }: FrameStores, nowMs: number): Promise<void> {
  const keepDays = await retentionDays(db, await livingBindings(db));
  const byDays = Map.groupBy(keepDays, ([, days]) => days);
  for (const [days, entries] of byDays) {
    const beforeMs = nowMs - days * DAY_MS;
    const bindings = entries.map(([bindingNumber]) => bindingNumber);
    await deleteOldPoints(client, bindings, beforeMs * 1000);
    for (const bindingNumber of bindings) await removeOldReports(db, bindingNumber, beforeMs);
  }
}
