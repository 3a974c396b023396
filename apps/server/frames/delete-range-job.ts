import { historyErrors } from "@canopy/contract/frames/errors";
import { z } from "zod";
import { defineJob, type JobDefinition, JobFailure } from "../platform/jobs/job-definition.ts";
import { deleteRange, type FrameStores } from "./delete-frames.ts";
import type { RetentionRules } from "./retention.ts";

const input = z.object({
  bindingNumber: z.number().int(),
  fromUs: z.number().int(),
  toUs: z.number().int(),
  includePinned: z.boolean(),
});
export type DeleteRangeInput = z.output<typeof input>;

/** DAT-04. Not tried again: a second attempt would take another million. */
export function deleteRangeJob(stores: FrameStores, pinned: RetentionRules["pinned"]): JobDefinition<DeleteRangeInput> {
  return defineJob("frames.deleteRange", {
    input,
    retry: { limit: 0, delaySeconds: 1 },
    handler: async ({ input: range, progress, log }) => {
      await progress(0.05, "deleting");
      try {
        const keep = range.includePinned ? [] : await pinned(range.bindingNumber);
        return await deleteRange(stores, { ...range, keep });
      } catch (error) {
        log.warn({ err: error, binding: range.bindingNumber }, "frames could not be deleted");
        throw new JobFailure(historyErrors.emptyFailed.code, { cause: error });
      }
    },
  });
}
