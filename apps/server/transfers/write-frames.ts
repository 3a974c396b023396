import type { ClickHouseClient } from "@clickhouse/client";
import type { FrameQuery } from "../frames/history-store.ts";
import type { TimeWindow } from "../frames/retention-store.ts";
import { streamFrames } from "../frames/stream-frames.ts";
import type { OutputFiles } from "./output-files.ts";

interface Writing {
  readonly client: ClickHouseClient;
  readonly query: FrameQuery;
  readonly slices: readonly TimeWindow[];
  readonly output: OutputFiles;
  readonly signal: AbortSignal;
  readonly onSlice?: () => Promise<void>;
  /** After each block, with the rows so far. */
  readonly onRows?: (rows: number) => Promise<void>;
}

/** From the store into files, in the memory of a block whatever the range; gives the number of rows. */
export async function writeFrames({
  client,
  query,
  slices,
  output,
  signal,
  onSlice,
  onRows,
}: Writing): Promise<number> {
  let rows = 0;
  try {
    for (const slice of slices) {
      await onSlice?.();
      for await (const batch of streamFrames(client, { ...query, ...slice }, signal)) {
        signal.throwIfAborted();
        await output.write(batch);
        rows += batch.length;
        await onRows?.(rows);
      }
    }
    await output.end();
  } finally {
    await output.close();
  }
  return rows;
}
