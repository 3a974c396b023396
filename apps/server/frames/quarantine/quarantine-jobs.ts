import { historyErrors } from "@canopy/contract/frames/errors";
import type { deleteQuarantineResult, TakeOverResult } from "@canopy/contract/frames/quarantine";
import { z } from "zod";
import { appendDeviceLog } from "../../devices/device-log-store.ts";
import { defineJob, type JobContext, type JobDefinition, JobFailure } from "../../platform/jobs/job-definition.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { DiskNearlyFull } from "../landing/disk-watch.ts";
import type { Quarantine, QuarantineWork, WhichBatches } from "../landing/quarantine.ts";

const released = z.object({
  bindingNumber: z.number().int(),
  which: z.union([
    z.object({ receivedByMs: z.number().int() }),
    z.array(z.object({ epoch: z.number().int(), sequence: z.number().int() })).readonly(),
  ]),
  /** Device and user for the log entry; absent in jobs queued by an older version. */
  told: z.object({ tenantId: z.string(), thingsId: z.string(), userName: z.string() }).optional(),
});
type LogTarget = z.output<typeof released>["told"];
const moved = released.extend({ shift: z.union([z.number().int(), z.literal("arrival")]) });

/** A repeated attempt continues: released batches are not visited twice. */
export interface QuarantineJobs {
  readonly takeOver: JobDefinition<z.output<typeof moved>>;
  readonly remove: JobDefinition<z.output<typeof released>>;
}

interface QuarantineStores {
  readonly db: Db;
  readonly quarantine: Quarantine;
}

export function quarantineJobs({ db, quarantine }: QuarantineStores): QuarantineJobs {
  return {
    takeOver: defineJob("frames.takeOverQuarantine", {
      input: moved,
      handler: async (context): Promise<TakeOverResult> => {
        const { bindingNumber, which, shift, told } = context.input;
        const work = await workOf(quarantine, context);
        const { times, ...counts } = await quarantine.takeOver(bindingNumber, which, shift, work).catch(asFailure);
        const shiftMs = shift === "arrival" ? null : shift / 1000;
        await logRelease(db, told, { action: "takeOver", ...counts, shift_ms: shiftMs });
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
        const { bindingNumber, which, told } = context.input;
        const counts = await quarantine.remove(bindingNumber, which, await workOf(quarantine, context));
        await logRelease(db, told, { action: "delete", ...counts });
        return counts;
      },
    }),
  };
}

interface Release extends Record<string, unknown> {
  readonly action: "takeOver" | "delete";
  readonly batches: number;
}

/** DEV-07: writes the release of frames with a wrong clock to the device's log, unless it changed nothing. */
async function logRelease(db: Db, told: LogTarget, content: Release) {
  if (told && content.batches > 0) await appendDeviceLog(db, { ...told, kind: "data", content, atMs: Date.now() });
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
