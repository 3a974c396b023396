import { noAnswers } from "../platform/http/answer-times.ts";

/** Counts of this process since its start; whoever does the work adds to them. */
export interface ProcessTally {
  /** In batches that were acknowledged. */
  frames: number;
  refusedBatches: number;
  /** By the buckets of `answer-times.ts`. */
  readonly answers: number[];
}

export const newTally = (): ProcessTally => ({ frames: 0, refusedBatches: 0, answers: noAnswers() });
