import type pg from "pg";
import { channelsOf, countDays, spanOf } from "../ingest/batch-span.ts";
import { LANDED_US, type LandedBatch } from "../reading/segment-index.ts";
import { readBatches } from "../settling/landed-runs.ts";

interface LandedRow extends LandedBatch {
  readonly binding: number;
  readonly first_us: number;
  readonly last_us: number;
  readonly frames: number;
  readonly bytes: number;
  readonly channels: Buffer;
}

const ROWS_AT_ONCE = 500;

/** Reads every landed batch and compares it with its row; `tell` gets the place and the problem. */
export async function verifyLanding(pool: pg.Pool, tell: (where: string, what: string) => void): Promise<void> {
  let [binding, id] = [-1, 0];
  for (;;) {
    const found = await pool.query<LandedRow>(
      `select binding, id, ${LANDED_US} as "landedUs", epoch, sequence, first_us, last_us, frames, bytes, channels, body
        from landing l
        where (binding, id) > ($1, $2) order by binding, id limit $3`,
      [binding, id, ROWS_AT_ONCE],
    );
    for (const row of found.rows) {
      const what = problemOf(row);
      if (what !== undefined) tell(`binding ${row.binding}, epoch ${row.epoch}, sequence ${row.sequence}`, what);
    }
    const last = found.rows.at(-1);
    if (last === undefined) return;
    ({ binding, id } = last);
  }
}

function problemOf(row: LandedRow): string | undefined {
  try {
    const frames = readBatches([row]);
    const span = spanOf(frames);
    const bytes = span ? countDays(frames, span).reduce((sum, day) => sum + day.bytes, 0) : 0;
    const isRight =
      frames.length === row.frames &&
      bytes === row.bytes &&
      span?.firstUs === row.first_us &&
      span.lastUs === row.last_us &&
      Buffer.compare(channelsOf(frames), row.channels) === 0;
    return isRight ? undefined : "the batch has other counts than its row";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
