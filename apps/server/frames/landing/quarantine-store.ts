import type pg from "pg";
import { QUARANTINE_DAY } from "../ingest/ingest-admit.ts";
import { arrayOf } from "../store/sql-arrays.ts";
import { inTransaction } from "../store/transaction.ts";
import type {
  BatchCount,
  BatchId,
  Quarantine,
  QuarantinedBatch,
  QuarantinePage,
  QuarantinePosition,
  QuarantineTotals,
  QuarantineWork,
  WhichBatches,
} from "./quarantine.ts";
import { releaseBatches } from "./release-batches.ts";
import { type TakeOverOptions, takeOver } from "./take-over.ts";

export function quarantineStore(parts: TakeOverOptions): Quarantine {
  const { pool } = parts;
  return {
    list: (bindingNumber, limit, after) => listQuarantined(pool, bindingNumber, limit, after),
    totals: (bindingNumber) => quarantineTotals(pool, bindingNumber),
    takeOver: (bindingNumber, which, shift, work) =>
      takeOver(parts, bindingNumber, shift, waitingGroups(pool, bindingNumber, which, work)),
    remove: (bindingNumber, which, work) =>
      removeBatches(pool, bindingNumber, waitingGroups(pool, bindingNumber, which, work)),
  };
}

async function listQuarantined(
  pool: pg.Pool,
  bindingNumber: number,
  limit: number,
  after: QuarantinePosition = { receivedAtMs: Number.POSITIVE_INFINITY, epoch: 0, sequence: 0 },
): Promise<QuarantinePage> {
  const found = await pool.query<QuarantinedBatch>(
    `select epoch, sequence, reason, frames, bytes, first_us as "firstUs", last_us as "lastUs",
        (extract(epoch from received_at) * 1000)::bigint as "receivedAtMs"
      from quarantined_batches
      where binding = $1 and (received_at, epoch, sequence) < (to_timestamp($2::float8 / 1000), $3::bigint, $4::bigint)
      order by received_at desc, epoch desc, sequence desc limit $5`,
    [bindingNumber, after.receivedAtMs, after.epoch, after.sequence, limit + 1],
  );
  const batches = found.rows.slice(0, limit);
  return { batches, next: found.rows.length > limit ? batches.at(-1) : undefined };
}

/** Frames and bytes from their counter: the batches themselves would have to be read. */
async function quarantineTotals(pool: pg.Pool, bindingNumber: number): Promise<QuarantineTotals> {
  const found = await pool.query<{ batches: number; frames: number; bytes: number; first: number | null }>(
    `select q.batches, q.first, coalesce(c.frames, 0)::bigint as frames, coalesce(c.bytes, 0)::bigint as bytes
      from (select count(*) as batches, (extract(epoch from min(received_at)) * 1000)::bigint as first
        from quarantined_batches where binding = $1) q
        left join day_counters c on c.binding = $1 and c.day = ${QUARANTINE_DAY}`,
    [bindingNumber],
  );
  const { batches = 0, frames = 0, bytes = 0, first } = found.rows[0] ?? {};
  return { batches, frames, bytes, firstReceivedMs: first ?? undefined };
}

/** Batches per transaction. */
const GROUP_BATCHES = 200;
const GROUP_FRAMES = 100_000;

/** The wanted batches that are there, in the order of their sequences; each group once. */
async function* waitingGroups(
  pool: pg.Pool,
  bindingNumber: number,
  which: WhichBatches,
  { signal, onProgress }: QuarantineWork = {},
): AsyncGenerator<BatchId[], void, undefined> {
  let after: BatchId = { epoch: -1, sequence: -1 };
  let seen = 0;
  for (;;) {
    signal?.throwIfAborted();
    const waiting = await nextWaiting(pool, bindingNumber, which, after);
    let frames = 0;
    const group = waiting.filter((batch) => {
      frames += batch.frames;
      return frames - batch.frames < GROUP_FRAMES;
    });
    const last = group.at(-1);
    if (last === undefined) return;
    yield group;
    after = last;
    seen += group.length;
    await onProgress?.(seen);
  }
}

async function nextWaiting(
  pool: pg.Pool,
  bindingNumber: number,
  which: WhichBatches,
  after: BatchId,
): Promise<(BatchId & { readonly frames: number })[]> {
  const [condition, ...values] =
    "receivedByMs" in which
      ? ["received_at <= to_timestamp($5::float8 / 1000)", which.receivedByMs]
      : [
          "(epoch, sequence) in (select * from unnest($5::bigint[], $6::bigint[]))",
          arrayOf(which.map(({ epoch }) => epoch)),
          arrayOf(which.map(({ sequence }) => sequence)),
        ];
  const found = await pool.query<BatchId & { frames: number }>(
    `select epoch, sequence, frames from quarantined_batches
      where binding = $1 and (epoch, sequence) > ($2::bigint, $3::bigint) and ${condition}
      order by epoch, sequence limit $4`,
    [bindingNumber, after.epoch, after.sequence, GROUP_BATCHES, ...values],
  );
  return found.rows;
}

async function removeBatches(
  pool: pg.Pool,
  bindingNumber: number,
  groups: AsyncIterable<readonly BatchId[]>,
): Promise<BatchCount> {
  const removed = { batches: 0, frames: 0 };
  for await (const group of groups) {
    const gone = await inTransaction(pool, (client) => releaseBatches(client, bindingNumber, group));
    removed.batches += gone.batches;
    removed.frames += gone.frames;
  }
  return removed;
}

/** Also of one that was released. */
export async function wasQuarantined(
  pool: pg.Pool,
  { bindingNumber, epoch, sequence }: BatchId & { readonly bindingNumber: number },
): Promise<boolean> {
  const found = await pool.query(
    `select 1 from quarantined_batches where binding = $1 and epoch = $2 and sequence = $3
      union all select 1 from released_batches where binding = $1 and epoch = $2 and sequence = $3`,
    [bindingNumber, epoch, sequence],
  );
  return found.rows.length > 0;
}
