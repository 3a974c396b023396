import type { FrameBatch } from "./batch.ts";
import { type Cb1FrameProblem, cb1FrameProblem } from "./cb1-encode.ts";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, type Frame, MAX_STANDARD_ID } from "./frame.ts";

const MAX_CLASSIC_BYTES = 8;

/**
 * Appends a frame of a log as CB1 can carry it. Readers give what the file says, and files say more than a bus: then
 * the reason is returned, and the batch is as it was.
 */
export function pushForCb1(batch: FrameBatch, frame: Frame): Cb1FrameProblem | null {
  const { length, dataLength } = batch;
  batch.pushFrame({ ...frame, flags: cb1Flags(frame) });
  const problem = cb1FrameProblem(batch, length);
  if (problem === null) return null;
  batch.length = length;
  batch.dataLength = dataLength;
  return problem;
}

/** An error frame keeps its whole identifier field; a format without an FD flag (python-can's CSV) tells FD by the length. */
function cb1Flags({ id, flags, size }: Frame): number {
  const extended = flags & FLAG_ERROR && id > MAX_STANDARD_ID ? FLAG_EXTENDED : 0;
  const fd = size > MAX_CLASSIC_BYTES && !(flags & FLAG_REMOTE) ? FLAG_FD : 0;
  return flags | extended | fd;
}
