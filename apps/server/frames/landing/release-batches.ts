import type pg from "pg";
import { QUARANTINE_DAY } from "../ingest/ingest-admit.ts";
import { arrayOf } from "../store/sql-arrays.ts";
import type { BatchCount, BatchId } from "./quarantine.ts";
import { subtractUsage } from "./usage-store.ts";

/** These batches leave the quarantine, with their counters; returns how many of them were there. */
export function releaseBatches(
  client: pg.PoolClient,
  bindingNumber: number,
  batches: readonly BatchId[],
): Promise<BatchCount> {
  return release(
    client,
    bindingNumber,
    "(epoch, sequence) in (select * from unnest($2::bigint[], $3::bigint[]))",
    arrayOf(batches.map(({ epoch }) => epoch)),
    arrayOf(batches.map(({ sequence }) => sequence)),
  );
}

/** The same of all that a binding received before a time. */
export function releaseReceivedBefore(client: pg.PoolClient, bindingNumber: number, before: Date): Promise<BatchCount> {
  return release(client, bindingNumber, "received_at < $2", before);
}

/** Deletes records of batches released before a time. */
export async function forgetReleased(pool: pg.Pool, bindingNumber: number, before: Date): Promise<void> {
  await pool.query("delete from released_batches where binding = $1 and released_at < $2", [bindingNumber, before]);
}

/** Locked in one order: two that release the same batches would else lock each other out. */
async function release(
  client: pg.PoolClient,
  bindingNumber: number,
  condition: string,
  ...values: readonly (string | Date)[]
): Promise<BatchCount> {
  const found = await client.query<BatchCount & { bytes: number }>(
    `with held as materialized (
        select epoch, sequence from quarantined_batches where binding = $1 and ${condition} order by 1, 2 for update
      ), gone as (
        delete from quarantined_batches q using held h
        where q.binding = $1 and q.epoch = h.epoch and q.sequence = h.sequence
        returning q.epoch, q.sequence, q.frames, q.bytes
      ), known as (
        insert into released_batches (binding, epoch, sequence) select $1, epoch, sequence from gone on conflict do nothing
      ) select count(*) as batches, coalesce(sum(frames), 0)::bigint as frames, coalesce(sum(bytes), 0)::bigint as bytes
        from gone`,
    [bindingNumber, ...values],
  );
  const { batches = 0, frames = 0, bytes = 0 } = found.rows[0] ?? {};
  if (batches > 0) await subtractUsage(client, [{ bindingNumber, day: QUARANTINE_DAY, frames, bytes }]);
  return { batches, frames };
}
