import type { FrameQuery, FrameReader } from "../frames/store/frame-store.ts";
import type { OutputFiles } from "./output-files.ts";

interface Writing {
  readonly frames: Pick<FrameReader, "stream">;
  readonly query: FrameQuery;
  readonly output: OutputFiles;
  readonly signal: AbortSignal;
  /** After each batch, with the rows so far. */
  readonly onRows?: (rows: number) => Promise<void>;
}

/** From the store into files, in the memory of a few batches whatever the range; gives the number of rows. */
export async function writeFrames({ frames, query, output, signal, onRows }: Writing): Promise<number> {
  let rows = 0;
  try {
    for await (const batch of frames.stream(query, signal)) {
      signal.throwIfAborted();
      await output.write(batch);
      rows += batch.length;
      await onRows?.(rows);
    }
    await output.end();
  } finally {
    await output.close();
  }
  return rows;
}
