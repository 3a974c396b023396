import { FrameBatch } from "@canopy/can/frame/batch";
import { batchOf, type FrameArrays } from "../reading/frame-arrays.ts";
import type { SegmentRow } from "../reading/segment-index.ts";
import type { SegmentAccess } from "../reading/segment-sources.ts";
import { type WrittenFile, writeFrames } from "./settle-file.ts";
import { compareHours, SegmentFileWriter } from "./write-segments.ts";

export interface ImportJob {
  readonly file: string;
  readonly bindingNumber: number;
  readonly frames: FrameArrays;
  /** Segments that overlap in time: those that are stored, and earlier parts of the same import. */
  readonly overlapping: readonly SegmentRow[];
}

export async function importFile(access: SegmentAccess, job: ImportJob): Promise<WrittenFile> {
  const file = await SegmentFileWriter.create(access.files, job.file);
  try {
    const frames = batchOf(new FrameBatch(1, 1), job.frames);
    const written = await writeFrames(access, file, job.bindingNumber, frames, job.overlapping);
    file.afterFinish(() => compareHours(file, written));
    await file.finish();
    return { bytes: file.length, segments: file.segments };
  } catch (error) {
    await file.abort();
    throw error;
  }
}
