import { z } from "zod";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import type { FrameStores } from "./delete-frames.ts";
import { type AlsoDrop, runNightly, showUsage } from "./nightly.ts";
import type { RetentionRules } from "./retention.ts";

type SystemJob = JobDefinition<Record<string, never>>;

/** Past midnight UTC, when yesterday's parts are whole. */
export const NIGHTLY_CRON = "23 1 * * *";
export const USAGE_CRON = "*/5 * * * *";
const SIX_HOURS_MS = 6 * 3_600_000;

/** DAT-06, and what else is put in order every night. */
export function nightlyJob(stores: FrameStores, pinned: RetentionRules["pinned"], alsoDrop?: AlsoDrop): SystemJob {
  return defineJob("frames.nightly", {
    input: z.object({}),
    timeoutMs: SIX_HOURS_MS,
    handler: async ({ signal, log }) => {
      const checkPoint = () => signal.throwIfAborted();
      const report = await runNightly(stores, { nowMs: Date.now(), pinned, checkPoint, ...(alsoDrop && { alsoDrop }) });
      log.info(report, "the night's work is done");
      return report;
    },
  });
}

/** DEV-10: what the device list shows as used. */
export function usageJob({ db }: FrameStores): SystemJob {
  return defineJob("frames.usage", { input: z.object({}), handler: () => showUsage(db, Date.now()) });
}
