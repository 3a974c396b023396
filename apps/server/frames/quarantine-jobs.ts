import { historyErrors } from "@canopy/contract/frames/errors";
import type { deleteQuarantineResult, TakeOverResult } from "@canopy/contract/frames/quarantine";
import { z } from "zod";
import { defineJob, type JobContext, type JobDefinition, JobFailure } from "../platform/jobs/job-definition.ts";
import { DiskNearlyFull } from "./store/landing.ts";
import type { Quarantine, QuarantineWork, WhichBatches } from "./store/quarantine.ts";

const released = z.object({
  bindingNumber: z.number().int(),
  which: z.union([
    z.object({ receivedByMs: z.number().int() }),
    z.array(z.object({ epoch: z.number().int(), sequence: z.number().int() })),
  ]),
});
const moved = released.extend({ shift: z.union([z.number().int(), z.literal("arrival")]) });

/** Both go on where they were when they are tried again: what has left the quarantine is not looked at twice. */
export interface QuarantineJobs {
  readonly takeOver: JobDefinition<z.output<typeof moved>>;
  readonly remove: JobDefinition<z.output<typeof released>>;
}

export function quarantineJobs({ quarantine }: { readonly quarantine: Quarantine }): QuarantineJobs {
  return {
    takeOver: defineJob("frames.takeOverQuarantine", {
      input: moved,
      handler: async (context): Promise<TakeOverResult> => {
        const { bindingNumber, which, shift } = context.input;
        const work = await workOf(quarantine, context);
        const { times, ...counts } = await quarantine.takeOver(bindingNumber, which, shift, work).catch(asFailure);
        return {
          ...counts,
          times: times
            ? { start_time: Math.floor(times.firstUs / 1000), end_time: Math.floor(times.lastUs / 1000) + 1 }
            : null,
        };
      },
    }),
    remove: defineJob("frames.deleteQuarantine", {
      input: released,
      handler: async (context): Promise<z.output<typeof deleteQuarantineResult>> => {
        const { bindingNumber, which } = context.input;
        return quarantine.remove(bindingNumber, which, await workOf(quarantine, context));
      },
    }),
  };
}

async function workOf(
  quarantine: Quarantine,
  { input, signal, progress }: JobContext<{ bindingNumber: number; which: WhichBatches }>,
): Promise<QuarantineWork> {
  const { bindingNumber, which } = input;
  const all = "receivedByMs" in which ? (await quarantine.totals(bindingNumber)).batches : which.length;
  return { signal, onProgress: (batches) => progress(batches / Math.max(1, all)) };
}

function asFailure(error: unknown): never {
  if (error instanceof DiskNearlyFull) throw new JobFailure(historyErrors.diskNearlyFull.code, { cause: error });
  throw error;
}
