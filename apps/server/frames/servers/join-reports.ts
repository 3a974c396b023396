import { setTimeout as sleep } from "node:timers/promises";
import type { StoreHealth } from "../store/store-health.ts";
import type { RefusedTenant, StoreReport } from "../store/store-report.ts";
import type { FrameServer } from "./frame-server.ts";

/** A server that takes longer for a word does not work. */
const HEALTH_PATIENCE_MS = 2700;

export function joinReports(reports: readonly StoreReport[]): StoreReport {
  const sum = (key: Exclude<keyof StoreReport, "refusedTenants">) =>
    reports.reduce((total, report) => total + (report[key] ?? 0), 0);
  const longest = (key: "oldestLandedAgeMs" | "oldestDueMs") => {
    const ages = reports.flatMap((report) => report[key] ?? []);
    return ages.length > 0 ? Math.max(...ages) : null;
  };
  return {
    segments: sum("segments"),
    frames: sum("frames"),
    files: sum("files"),
    diskBytes: sum("diskBytes"),
    landedBatches: sum("landedBatches"),
    landedFrames: sum("landedFrames"),
    oldestLandedAgeMs: longest("oldestLandedAgeMs"),
    dueBindings: sum("dueBindings"),
    oldestDueMs: longest("oldestDueMs"),
    writingFiles: sum("writingFiles"),
    droppedFiles: sum("droppedFiles"),
    keptBodies: sum("keptBodies"),
    refusedBatches: sum("refusedBatches"),
    refusedTenants: joinRefused(reports),
    databaseBytes: sum("databaseBytes"),
  };
}

/** Devices of a tenant may be on several servers. */
function joinRefused(reports: readonly StoreReport[]): RefusedTenant[] {
  const joined = new Map<string, RefusedTenant>();
  for (const one of reports.flatMap(({ refusedTenants }) => refusedTenants)) {
    const { batches = 0, isRecent = false } = joined.get(one.tenantId) ?? {};
    joined.set(one.tenantId, { ...one, batches: batches + one.batches, isRecent: isRecent || one.isRecent });
  }
  return [...joined.values()];
}

/** The worst of each; a server that is away leaves the others at work. */
export async function joinHealth(servers: readonly FrameServer[]): Promise<StoreHealth> {
  const away = { frames: "unreachable", files: "ok", disk: "ok", landing: "ok" } as const;
  const states = await Promise.all(
    servers.map(
      ({ store }): Promise<StoreHealth> =>
        Promise.race([store.health(), sleep(HEALTH_PATIENCE_MS, away, { ref: false })]),
    ),
  );
  const reached = states.filter(({ frames }) => frames === "ok");
  const worst = <K extends "files" | "disk" | "landing">(key: K): StoreHealth[K] =>
    (reached.find((state) => state[key] !== "ok") ?? reached[0] ?? away)[key];
  const byName: Record<string, "ok" | "unreachable"> = {};
  for (const [i, { number, address }] of servers.entries())
    byName[`${number} ${address}`] = states[i]?.frames === "ok" ? "ok" : "unreachable";
  const some = reached.length > 0 ? "partly" : "unreachable";
  return {
    frames: reached.length === servers.length ? "ok" : some,
    files: worst("files"),
    disk: worst("disk"),
    landing: worst("landing"),
    servers: byName,
  };
}
