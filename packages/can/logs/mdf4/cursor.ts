import type { FrameBatch } from "../../frame/batch.ts";
import type { Reading } from "./blocks.ts";

/** Frames of one data group, in the order of their times, a batch at a time. */
export interface Cursor {
  batch: FrameBatch;
  /** Clears the batch and fills it again; it stays empty at the end of the data. */
  fill(): Reading<void>;
}

export const CURSOR_FRAMES = 4096;
