import { z } from "zod";
import { defineJob, type JobDefinition } from "../../platform/jobs/job-definition.ts";
import type { FrameServer } from "../servers/frame-server.ts";
import { showServerBytes } from "../servers/server-registry.ts";
import { dayOf } from "../store/time-window.ts";
import type { PinnedWindows, TellDeleted } from "./delete-range-job.ts";
import { type CountedStores, type NightlyStores, runNightly, showUsage } from "./nightly.ts";
import { type NoticeParts, noticeRetention } from "./retention-notice.ts";

type SystemJob = JobDefinition<Record<string, never>>;

/** Past midnight UTC, when yesterday is over. */
export const NIGHTLY_CRON = "23 1 * * *";
export const USAGE_CRON = "*/5 * * * *";
const SIX_HOURS_MS = 6 * 3_600_000;

/** DAT-06 and other nightly upkeep. */
export function nightlyJob(
  stores: NightlyStores & NoticeParts,
  pinned: PinnedWindows,
  tellDeleted: TellDeleted,
): SystemJob {
  return defineJob("frames.nightly", {
    input: z.object({}),
    timeoutMs: SIX_HOURS_MS,
    handler: async ({ signal, log }) => {
      const night = { nowMs: Date.now(), pinned, tellDeleted, signal, log };
      const { faults, ...report } = await runNightly(stores, night);
      const noticed = await noticeRetention(stores, dayOf(Date.now() * 1000));
      log.info({ ...report, noticed, faults: faults.length }, "the night's work is done");
      // All else is done: a second attempt has only this to do.
      if (faults.length > 0) throw faults[0];
      return report;
    },
  });
}

/** DEV-10, OPS-02: updates the usage in the device list and that of the frame servers. */
export function usageJob(stores: CountedStores, servers: readonly FrameServer[]): SystemJob {
  return defineJob("frames.usage", {
    input: z.object({}),
    handler: async () => {
      await showServerBytes(stores.db, servers);
      await showUsage(stores, Date.now());
    },
  });
}
