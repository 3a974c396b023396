import { lakeErrors } from "@canopy/contract/lake/schedule";
import { z } from "zod";
import type { DirectPlace } from "../platform/files/open-files.ts";
import { defineJob, type JobDefinition, JobFailure } from "../platform/jobs/job-definition.ts";
import type { Log } from "../platform/log.ts";
import { exportLakeInTurn, type LakeReport, type LakeServices } from "./export-lake.ts";
import { isDue } from "./lake-clock.ts";
import type { LakeKind } from "./lake-manifest.ts";
import { type DueSchedule, enabledSchedules, recordRun, scheduleOf } from "./schedule-store.ts";

const SIX_HOURS_MS = 6 * 3_600_000;

export interface LakeJobParts extends LakeServices {
  readonly target: DirectPlace;
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

/** What a person starts: the lake of one tenant, at once. */
export const LAKE_RUN = { kind: "lake.run", input: z.object({}) };

export function lakeRunJob(parts: LakeJobParts): JobDefinition<Record<string, never>> {
  return defineJob(LAKE_RUN.kind, {
    input: LAKE_RUN.input,
    timeoutMs: SIX_HOURS_MS,
    handler: async ({ tenantId, signal, log }) => {
      if (tenantId === null) throw new Error("a lake is a tenant's");
      const { frames, signals } = await scheduleOf(parts.db, tenantId);
      const code = await runTenant(parts, { tenantId, frames, signals }, signal, log);
      if (code !== null) throw new JobFailure(code);
    },
  });
}

/** How many tenants were exported. One tenant's fault does not keep the others waiting. */
export async function exportDue(parts: LakeJobParts, signal: AbortSignal, log: Log): Promise<number> {
  const due = (await enabledSchedules(parts.db)).filter((schedule) => isDue(schedule, parts.now()));
  for (const schedule of due) {
    signal.throwIfAborted();
    await runTenant(parts, schedule, signal, log);
  }
  return due.length;
}

type Wanted = Pick<DueSchedule, "tenantId" | "frames" | "signals">;

/** Gives the code of its problem; null: all is well. */
async function runTenant(parts: LakeJobParts, wanted: Wanted, signal: AbortSignal, log: Log): Promise<string | null> {
  const { tenantId } = wanted;
  try {
    const { written, removed, bytes, problems } = await exportTenant(parts, wanted, signal);
    const code = problems.length > 0 ? lakeErrors.damagedFrames.code : null;
    if (code !== null) log.warn({ tenantId, problems }, "frames of a lake are damaged");
    await recordRun(parts.db, tenantId, { endMs: parts.now(), written, removed, bytes, code });
    return code;
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error, tenantId }, "a lake could not be exported");
    const code = lakeErrors.exportFailed.code;
    await recordRun(parts.db, tenantId, { endMs: parts.now(), written: 0, removed: 0, bytes: 0, code });
    return code;
  }
}

const KINDS: readonly LakeKind[] = ["frames", "signals"];

/** Files of a kind that was turned off stay, without what was deleted in the store meanwhile. */
function exportTenant(parts: LakeJobParts, wanted: Wanted, signal: AbortSignal): Promise<LakeReport> {
  const { tenantId } = wanted;
  const [kinds, keptKinds] = [KINDS.filter((kind) => wanted[kind]), KINDS.filter((kind) => !wanted[kind])];
  return exportLakeInTurn(parts, { target: parts.target, tenantId, kinds, keptKinds }, signal);
}
