import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { inflate } from "../dialects/inflate.ts";
import type { LandedBatch } from "../reading/segment-index.ts";
import { buildRuns } from "../segments/build-runs.ts";
import { type Run, rowAt, sliceRun } from "../segments/run.ts";
import type { TimeWindow } from "../store/time-window.ts";

/**
 * The order in which batches were stored, those of one statement by (epoch, sequence): a batch that comes late goes
 * behind, so that the numbers (k) of frames with one time stamp stay as they were read.
 */
export const inLandedOrder = (batches: readonly LandedBatch[]): LandedBatch[] =>
  batches.toSorted((a, b) => a.landedUs - b.landedUs || a.epoch - b.epoch || a.sequence - b.sequence);

/** The frames of landed batches, in that order. `count`: of all frames, where it is known; memory grows where there are more. */
export function readBatches(
  batches: readonly LandedBatch[],
  count = FRAMES_OF_BATCH * Math.max(1, batches.length),
): FrameBatch {
  const frames = new FrameBatch(count, 8 * count + 64);
  for (const { body } of inLandedOrder(batches)) {
    const decoded = decodeCb1(body, frames, inflate);
    if (!decoded.ok) throw new Error(`a landed batch cannot be read: ${decoded.problem.code}`);
  }
  return frames;
}

/** Usual number of a terminal. */
const FRAMES_OF_BATCH = 300;

/** Runs of landed batches; `k` counts from 0 among the landed frames. */
export function landedRuns(batches: readonly LandedBatch[]): Run[] {
  return buildRuns(readBatches(batches));
}

/** The rows of runs that lie in a window. */
export function cutToWindow(runs: readonly Run[], { fromUs, toUs }: TimeWindow): Run[] {
  return runs.flatMap((run) => {
    const from = rowAt(run.timesUs, run.count, fromUs);
    const to = rowAt(run.timesUs, run.count, toUs);
    return from < to ? [sliceRun(run, from, to)] : [];
  });
}
