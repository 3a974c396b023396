import { z } from "zod";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import type { Log } from "../platform/log.ts";
import { isFollowed, keepDay, type SignalStores, staleDays } from "./materialise-binding.ts";
import { allWorkBindings, findWorkBinding } from "./series-store.ts";

/**
 * Three minutes after each window of ten: it is whole then, and what came late is there. What is younger is decoded when it
 * is looked at, so nobody sees the difference; every minute would decode the window of a live device ten times.
 */
export const FOLLOW_CRON = "3-59/10 * * * *";
/** What is left after so long is taken up by the next run. */
const MOST_MS = 9 * 60_000;
const SIX_HOURS_MS = 6 * 3_600_000;

/** DBC-03: what came or went of the frames of enabled bindings is brought into their series, window by window. */
export function followJob(stores: SignalStores): JobDefinition<Record<string, never>> {
  return defineJob("signals.follow", {
    input: z.object({}),
    handler: ({ signal, log }) => followAll(stores, () => signal.throwIfAborted(), log),
  });
}

/** Days that were brought up to their frames. One binding's fault does not keep the others waiting. */
export async function followAll(stores: SignalStores, checkPoint: () => void, log: Log): Promise<number> {
  const endMs = Date.now() + MOST_MS;
  let days = 0;
  for (const binding of await allWorkBindings(stores.db)) {
    try {
      for (const day of await staleDays(stores.db, binding, isFollowed(binding))) {
        checkPoint();
        if (Date.now() > endMs) return days;
        await keepDay(stores, binding, day, checkPoint);
        days += 1;
      }
    } catch (error) {
      checkPoint();
      log.warn({ err: error, binding: binding.id }, "the signals of a binding could not be materialised");
    }
  }
  return days;
}

const backfillInput = z.object({ bindingId: z.uuid() });
export type BackfillInput = z.output<typeof backfillInput>;

/** All days with frames, newest first. One that was cancelled goes on where it ended when it is started again. */
export function backfillJob(stores: SignalStores): JobDefinition<BackfillInput> {
  return defineJob("signals.backfill", {
    input: backfillInput,
    timeoutMs: SIX_HOURS_MS,
    handler: async ({ tenantId, input, progress, signal }) => {
      const checkPoint = () => signal.throwIfAborted();
      const binding = tenantId === null ? undefined : await findWorkBinding(stores.db, tenantId, input.bindingId);
      if (binding === undefined) return { days: 0 };
      const days = await staleDays(stores.db, binding, () => true);
      for (const [i, day] of days.entries()) {
        checkPoint();
        await progress(i / days.length, "materialising");
        if (!(await keepDay(stores, binding, day, checkPoint))) return { days: i };
      }
      return { days: days.length };
    },
  });
}
