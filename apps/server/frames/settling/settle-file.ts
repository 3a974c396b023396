import type { FrameBatch } from "@canopy/can/frame/batch";
import type { LandedBatch, SegmentRow } from "../reading/segment-index.ts";
import type { SegmentAccess } from "../reading/segment-sources.ts";
import { buildRuns } from "../segments/build-runs.ts";
import { readBatches } from "./landed-runs.ts";
import { numberBehindSettled } from "./tie-numbers.ts";
import { compareHours, type NewSegment, SegmentFileWriter, type WrittenHour, writeHours } from "./write-segments.ts";

/** Landed batches of one binding, and the segments that overlap them in time. */
export interface SettleDevice {
  readonly bindingNumber: number;
  readonly batches: readonly LandedBatch[];
  /** Of all batches. */
  readonly frames: number;
  readonly overlapping: readonly SegmentRow[];
}

export interface SettleJob {
  /** The file's row is there already. */
  readonly file: string;
  readonly devices: readonly SettleDevice[];
}

export interface WrittenFile {
  readonly bytes: number;
  readonly segments: readonly NewSegment[];
}

/** Writes the batches of some bindings into one file. Nothing is replaced: that is the caller's transaction. */
export async function settleFile(access: SegmentAccess, { file: name, devices }: SettleJob): Promise<WrittenFile> {
  const file = await SegmentFileWriter.create(access.files, name);
  try {
    const written: WrittenHour[] = [];
    for (const { bindingNumber, batches, frames, overlapping } of devices)
      written.push(...(await writeFrames(access, file, bindingNumber, readBatches(batches, frames), overlapping)));
    file.afterFinish(() => compareHours(file, written));
    await file.finish();
    return { bytes: file.length, segments: file.segments };
  } catch (error) {
    await file.abort();
    throw error;
  }
}

/** `k` of frames with one time stamp follows the order of the batch. */
export async function writeFrames(
  access: SegmentAccess,
  file: SegmentFileWriter,
  bindingNumber: number,
  frames: FrameBatch,
  overlapping: readonly SegmentRow[],
): Promise<WrittenHour[]> {
  const runs = await numberBehindSettled(buildRuns(frames), overlapping, access, { mayBeDamaged: true });
  return writeHours(file, bindingNumber, runs);
}
