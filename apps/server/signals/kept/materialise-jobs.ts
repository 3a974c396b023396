import { z } from "zod";
import { defineJob, type JobDefinition } from "../../platform/jobs/job-definition.ts";
import type { Log } from "../../platform/log.ts";
import { followAllDays } from "../bindings/signal-binding-store.ts";
import { renewSeries, type SignalStores } from "./keep-series.ts";
import { followBinding, keepMessages } from "./materialise-binding.ts";
import { enabledWorkBindings } from "./series-store.ts";

/** Newer segments are decoded on read with equal results; ten minutes make whole segments. */
export const FOLLOW_CRON = "3-59/10 * * * *";
/** Work left after this time is continued by the next run. */
const MOST_MS = 9 * 60_000;
const SIX_HOURS_MS = 6 * 3_600_000;

/** DBC-03: brings new and removed frames of enabled bindings into their series, segment by segment. */
export function followJob(stores: SignalStores): JobDefinition<Record<string, never>> {
  return defineJob("signals.follow", {
    input: z.object({}),
    handler: ({ signal, log }) => followAll(stores, signal, log),
  });
}

/** Segments that were brought up to date. One binding's fault does not keep the others waiting. */
export async function followAll(stores: SignalStores, signal: AbortSignal, log: Log): Promise<number> {
  const deadline = AbortSignal.timeout(MOST_MS);
  const ending = AbortSignal.any([signal, deadline]);
  let segments = 0;
  for (const binding of await enabledWorkBindings(stores.db)) {
    try {
      segments += await followBinding(stores, binding, ending);
    } catch (error) {
      signal.throwIfAborted();
      if (!deadline.aborted)
        log.warn({ err: error, binding: binding.id }, "the signals of a binding could not be materialised");
    }
    if (deadline.aborted) break;
  }
  return segments;
}

const backfillInput = z.object({ bindingId: z.uuid() });
export type BackfillInput = z.output<typeof backfillInput>;

/** All days with frames, newest first. One that was cancelled goes on where it ended when it is started again. */
export function backfillJob(stores: SignalStores): JobDefinition<BackfillInput> {
  return defineJob("signals.backfill", {
    input: backfillInput,
    timeoutMs: SIX_HOURS_MS,
    handler: async ({ tenantId, input, progress, signal }) => {
      if (tenantId === null) return { segments: 0 };
      const binding = { tenantId, id: input.bindingId };
      const messages = await renewSeries(stores, binding);
      signal.throwIfAborted();
      if (messages === undefined || messages.length === 0) return { segments: 0 };
      const onDay = (done: number, days: number) => progress(days === 0 ? 1 : done / days, "materialising");
      const segments = await keepMessages(stores, binding, messages, { fromDay: 0, onDay }, signal);
      // From now on late frames of these days are followed too.
      if (segments !== undefined) await followAllDays(stores.db, tenantId, input.bindingId);
      return { segments: segments ?? 0 };
    },
  });
}
