import { historyErrors } from "@canopy/contract/frames/errors";
import { z } from "zod";
import { defineJob, type JobDefinition, JobFailure } from "../../platform/jobs/job-definition.ts";
import type { Deleted, DeleteRange, FrameStore } from "../store/frame-store.ts";
import type { PointStore } from "../store/points/points.ts";
import { type TimeWindow, without } from "../store/time-window.ts";
import { deleteInSlices } from "./delete-slices.ts";
import type { RecordDeleted } from "./record-deleted.ts";

/** DAT-04: frames that one task deletes at most. */
export const MAX_FRAMES_PER_DELETE = 1_000_000;

/** Windows pinned by open alarms, handed over by the domain that knows them. */
export type PinnedWindows = (bindingNumber: number) => Promise<readonly TimeWindow[]>;

/** Told when frames are gone, so that open pages read again. */
export type TellDeleted = (device: { tenantId: string; thingsId: string }, window: TimeWindow) => void;

/** Counts the bytes of these bindings again (DEV-10). */
export type CountUsage = (bindings: readonly number[]) => Promise<void>;

const input = z.object({
  /** Absent in tasks that an earlier version queued. */
  thingsId: z.string().optional(),
  bindingNumber: z.number().int(),
  fromUs: z.number().int(),
  toUs: z.number().int(),
  includePinned: z.boolean(),
  /** Absent: all. */
  channels: z.array(z.number().int()).optional(),
});
type DeleteRangeInput = z.output<typeof input>;

export const DELETE_RANGE = { kind: "frames.deleteRange", input };

export interface DeletingParts {
  readonly frames: Pick<FrameStore, "removal" | "usage" | "count" | "page">;
  readonly points: Pick<PointStore, "deleteRange">;
  readonly pinned: PinnedWindows;
  readonly tellDeleted: TellDeleted;
  readonly countUsage: CountUsage;
  readonly recordDeleted: RecordDeleted;
}

/** DAT-04. Not tried again: a second attempt would take another million. */
export function deleteRangeJob(parts: DeletingParts): JobDefinition<DeleteRangeInput> {
  const { frames, pinned, tellDeleted, countUsage, recordDeleted } = parts;
  return defineJob(DELETE_RANGE.kind, {
    input,
    retry: { limit: 0, delaySeconds: 1 },
    handler: async ({ tenantId, input: range, progress, log, signal }) => {
      const most = MAX_FRAMES_PER_DELETE;
      const onSlice = (done: number, all: number) => progress(done / Math.max(1, all), "deleting", { done, all });
      try {
        const keep = range.includePinned ? [] : await pinned(range.bindingNumber);
        const deleteFrames = () => deleteInSlices(frames, { ...range, keep }, { most, signal, onSlice });
        const gone = await recordDeleted({ ...range, tenantId, log }, deleteFrames);
        return { ...gone, points: await deletePointsOf(parts, { ...range, keep }, gone, signal) };
      } catch (error) {
        log.warn({ err: error, binding: range.bindingNumber }, "frames could not be deleted");
        throw new JobFailure(historyErrors.emptyFailed.code, { cause: error });
      } finally {
        // Some may be gone after a failure or a stop too.
        await countUsage([range.bindingNumber]).catch((error) => log.warn({ err: error }, "usage was not counted"));
        if (tenantId !== null && range.thingsId) tellDeleted({ tenantId, thingsId: range.thingsId }, range);
      }
    },
  });
}

/**
 * Positions and points go with the frames of all channels: those of one channel leave them. Where frames stay for the
 * next task, so do the positions and points behind them.
 */
async function deletePointsOf(
  { frames, points }: DeletingParts,
  range: DeleteRange,
  { remaining }: Deleted,
  signal: AbortSignal,
): Promise<number> {
  if (range.channels !== undefined) return 0;
  const { bindingNumber, fromUs, keep } = range;
  const toUs = remaining > 0 ? await firstLeft(frames, range, signal) : range.toUs;
  return points.deleteRange({ bindingNumber, fromUs, toUs, keep }, signal);
}

/** When the oldest frame of a range is that no alarm pins; the end of the range where there is none. */
export async function firstLeft(
  frames: Pick<FrameStore, "page">,
  range: DeleteRange,
  signal: AbortSignal,
): Promise<number> {
  for (const window of without(range, range.keep)) {
    const wanted = { ...window, bindingNumber: range.bindingNumber, filter: {} };
    const { frames: found } = await frames.page({ ...wanted, order: "oldestFirst", limit: 1 }, signal);
    if (found[0] !== undefined) return found[0].timeUs;
  }
  return range.toUs;
}
