import { historyErrors } from "@canopy/contract/frames/errors";
import { z } from "zod";
import { defineJob, type JobDefinition, JobFailure } from "../../platform/jobs/job-definition.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { deleteReportsOutside } from "../reports/device-report-store.ts";
import type { PointStore } from "../store/points/points.ts";
import type { DeletingParts } from "./delete-range-job.ts";

const input = z.object({
  devices: z.array(z.object({ thingsId: z.string(), bindingNumber: z.number().int() })),
  includePinned: z.boolean(),
});
type QuickDeleteInput = z.output<typeof input>;

export const QUICK_DELETE = { kind: "frames.quickDelete", input };

const ALWAYS = { fromUs: 0, toUs: Number.MAX_SAFE_INTEGER };

interface QuickDeleteParts extends DeletingParts {
  readonly db: Db;
  readonly points: Pick<PointStore, "drop" | "deleteRange">;
}

/** DAT-05: frames, positions, points and reports of a device and its sub-devices; the devices stay. */
export function quickDeleteJob(parts: QuickDeleteParts): JobDefinition<QuickDeleteInput> {
  return defineJob(QUICK_DELETE.kind, {
    input,
    handler: async ({ tenantId, input: { devices, includePinned }, progress, log, signal }) => {
      let [deleted, bytes] = [0, 0];
      const all = await framesOf(parts, devices);
      for (const [i, { thingsId, bindingNumber }] of devices.entries()) {
        signal.throwIfAborted();
        await progress(i / devices.length, "deleting", { done: deleted, all });
        try {
          const empty = () => emptyDevice(parts, bindingNumber, includePinned, signal);
          const range = { tenantId, bindingNumber, ...ALWAYS, log };
          const gone = await parts.recordDeleted(range, empty);
          deleted += gone.deleted;
          bytes += gone.bytes;
        } catch (error) {
          log.warn({ err: error, binding: bindingNumber }, "a device could not be emptied");
          throw new JobFailure(historyErrors.emptyFailed.code, { cause: error });
        } finally {
          if (tenantId !== null) parts.tellDeleted({ tenantId, thingsId }, ALWAYS);
        }
      }
      await parts.countUsage(devices.map(({ bindingNumber }) => bindingNumber));
      return { deleted, bytes };
    },
  });
}

async function framesOf({ frames }: QuickDeleteParts, devices: QuickDeleteInput["devices"]): Promise<number> {
  const days = await Promise.all(devices.map(({ bindingNumber }) => frames.usage.daysOf(bindingNumber)));
  return days.flat().reduce((sum, day) => sum + day.frames, 0);
}

async function emptyDevice(
  { db, frames, points, pinned }: QuickDeleteParts,
  bindingNumber: number,
  includePinned: boolean,
  signal: AbortSignal,
) {
  const keep = includePinned ? [] : await pinned(bindingNumber);
  const gone = await frames.removal.empty(bindingNumber, keep, signal);
  await points.drop(bindingNumber, keep);
  await deleteReportsOutside(db, bindingNumber, keep);
  return gone;
}
