/** Rows that one statement deletes: it ends well within the time that a statement has, also where its rows are large. */
export const SLICE_ROWS = 5000;

/** A statement after the other, each of at most `SLICE_ROWS` rows, until one is not full. */
export async function inSlices(deleteSlice: () => Promise<number>, signal?: AbortSignal): Promise<void> {
  do signal?.throwIfAborted();
  while ((await deleteSlice()) >= SLICE_ROWS);
}
