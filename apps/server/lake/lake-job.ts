import { lakeErrors } from "@canopy/contract/lake/schedule";
import { z } from "zod";
import type { LakeTarget } from "../frames/lake/lake-files.ts";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import type { Log } from "../platform/log.ts";
import { exportLake, type LakeServices } from "./export-lake.ts";
import type { LakeKind } from "./lake-manifest.ts";
import { type DueSchedule, enabledSchedules, recordRun } from "./schedule-store.ts";

/** The night's deletions are done by then. */
export const LAKE_CRON = "41 * * * *";
const DAILY_FROM_MS = 2 * 3_600_000;
const DAY_MS = 86_400_000;
const SIX_HOURS_MS = 6 * 3_600_000;

export interface LakeJobParts extends LakeServices {
  readonly target: LakeTarget;
  readonly now: () => number;
}

/** OPS-06: the lakes of all tenants that are due. */
export function lakeJob(parts: LakeJobParts): JobDefinition<Record<string, never>> {
  return defineJob("lake.export", {
    input: z.object({}),
    timeoutMs: SIX_HOURS_MS,
    handler: ({ signal, log }) => exportDue(parts, signal, log),
  });
}

/** Hourly ones at every run, daily ones at the first after two in the morning (UTC). */
export function isDue({ every, lastMs }: Pick<DueSchedule, "every" | "lastMs">, nowMs: number): boolean {
  if (every === "hour" || lastMs === null) return true;
  const begins = (ms: number) => Math.floor((ms - DAILY_FROM_MS) / DAY_MS);
  return begins(lastMs) < begins(nowMs);
}

/** How many tenants were exported. One tenant's fault does not keep the others waiting. */
export async function exportDue(parts: LakeJobParts, signal: AbortSignal, log: Log): Promise<number> {
  const due = (await enabledSchedules(parts.db)).filter((schedule) => isDue(schedule, parts.now()));
  for (const schedule of due) {
    const { tenantId } = schedule;
    signal.throwIfAborted();
    try {
      const { written, removed, problems } = await exportTenant(parts, schedule, signal);
      const code = problems.length > 0 ? lakeErrors.damagedFrames.code : null;
      if (code !== null) log.warn({ tenantId, problems }, "frames of a lake are damaged");
      await recordRun(parts.db, tenantId, { endMs: parts.now(), written, removed, code });
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error, tenantId }, "a lake could not be exported");
      const code = lakeErrors.exportFailed.code;
      await recordRun(parts.db, tenantId, { endMs: parts.now(), written: 0, removed: 0, code });
    }
  }
  return due.length;
}

function exportTenant(parts: LakeJobParts, { tenantId, frames, signals }: DueSchedule, signal: AbortSignal) {
  const kinds: LakeKind[] = [...(frames ? (["frames"] as const) : []), ...(signals ? (["signals"] as const) : [])];
  return exportLake(parts, { target: parts.target, tenantId, kinds }, signal);
}
