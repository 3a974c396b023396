import type pg from "pg";
import type { TimeSpan } from "../ingest/batch-span.ts";
import { arrayOf, columnsOf } from "../store/sql-arrays.ts";
import { inTransaction, PlanGone } from "../store/transaction.ts";
import type { DiskWatch } from "./disk-watch.ts";
import { placesOf } from "./landing-store.ts";
import type { BatchId, ClockShift, TakeOverCount } from "./quarantine.ts";
import { releaseBatches } from "./release-batches.ts";
import { type HeldBatch, type ShiftedBatch, type ShiftPlan, shiftBatches } from "./shift-batches.ts";
import { addUsage } from "./usage-store.ts";

export interface TakeOverOptions {
  readonly pool: pg.Pool;
  readonly disk: DiskWatch;
  readonly now: () => number;
  /** For tests that must be there between two statements. */
  readonly step?: (step: string) => Promise<void>;
}

/** A plan that others overtake is made anew; one that is overtaken for ever is a fault of ours. */
const MOST_ATTEMPTS = 20;

/** Group by group, each in a transaction of its own: a crash leaves every batch in quarantine or in history, once. */
export async function takeOver(
  parts: TakeOverOptions,
  bindingNumber: number,
  shift: ClockShift,
  groups: AsyncIterable<readonly BatchId[]>,
): Promise<TakeOverCount> {
  const taken = { batches: 0, frames: 0 };
  const left = { batches: 0, frames: 0 };
  let times: TimeSpan | undefined;
  for await (const group of groups) {
    await parts.disk.mustHaveRoom();
    const { right, stillWrong } = await takeOverGroup(parts, bindingNumber, shift, group);
    for (const { frames, firstUs, lastUs } of right) {
      taken.batches += 1;
      taken.frames += frames;
      times = {
        firstUs: Math.min(firstUs, times?.firstUs ?? firstUs),
        lastUs: Math.max(lastUs, times?.lastUs ?? lastUs),
      };
    }
    for (const { frames } of stillWrong) {
      left.batches += 1;
      left.frames += frames;
    }
  }
  return { ...taken, times, left };
}

async function takeOverGroup(
  parts: TakeOverOptions,
  bindingNumber: number,
  shift: ClockShift,
  group: readonly BatchId[],
): Promise<ShiftPlan> {
  for (let attempt = 1; ; attempt += 1) {
    const held = await readHeld(parts.pool, bindingNumber, group);
    const plan = shiftBatches(held, shift, parts.now());
    await parts.step?.("planned");
    const tenantId = held[0]?.tenantId;
    if (tenantId === undefined || plan.right.length === 0) return plan;
    try {
      await inTransaction(parts.pool, async (client) => {
        await moveBatches(client, { bindingNumber, tenantId }, plan.right);
        await parts.step?.("moved");
      });
      await parts.step?.("committed");
      return plan;
    } catch (error) {
      if (!(error instanceof PlanGone) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

/** Of a binding that has ended there are none any more. */
async function readHeld(pool: pg.Pool, bindingNumber: number, group: readonly BatchId[]): Promise<HeldBatch[]> {
  const found = await pool.query<HeldBatch>(
    `select q.epoch, q.sequence, q.tenant_id as "tenantId", q.frames, q.last_us as "lastUs", q.content,
        (extract(epoch from q.received_at) * 1000)::bigint as "receivedAtMs"
      from quarantined_batches q join unnest($2::bigint[], $3::bigint[]) as g (epoch, sequence) using (epoch, sequence)
        join frame_bindings b on b.binding = q.binding and b.is_open
      where q.binding = $1 order by q.epoch, q.sequence`,
    [bindingNumber, ...columnsOf(group, ["epoch", "sequence"])],
  );
  return found.rows;
}

/** Exactly these batches, or the plan is gone. */
async function moveBatches(
  client: pg.PoolClient,
  binding: { readonly bindingNumber: number; readonly tenantId: string },
  batches: readonly ShiftedBatch[],
): Promise<void> {
  const { bindingNumber } = binding;
  // The lock: a binding that is being closed is either closed before, or also drops the rows inserted here.
  const open = await client.query("select 1 from frame_bindings where binding = $1 and is_open for share", [
    bindingNumber,
  ]);
  if (open.rowCount !== 1) throw new PlanGone("the binding has ended");
  // Sets before counters, as landing locks them. A set goes when its last store is past retention: this is one.
  await client.query(
    `update sequence_sets s set stored_at = now() from (
        select epoch from sequence_sets where binding = $1 and epoch = any($2::bigint[]) order by epoch for update) l
      where s.binding = $1 and s.epoch = l.epoch`,
    [bindingNumber, arrayOf([...new Set(batches.map(({ epoch }) => epoch))])],
  );
  const released = await releaseBatches(client, bindingNumber, batches);
  if (released.batches !== batches.length) throw new PlanGone("quarantined batches were released by another");
  await insertLanding(client, bindingNumber, batches);
  await addUsage(
    client,
    binding,
    batches.flatMap(({ days }) => days),
  );
}

async function insertLanding(
  client: pg.PoolClient,
  bindingNumber: number,
  batches: readonly ShiftedBatch[],
): Promise<void> {
  const bodies = batches.map(({ body }) => body);
  await client.query(
    `insert into landing (binding, epoch, sequence, first_us, last_us, frames, bytes, channels, body)
      select $1, b.epoch, b.sequence, b.first_us, b.last_us, b.frames, b.bytes, decode(b.channels, 'hex'),
        substring($2::bytea from b.at for b.length)
      from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::int[], $8::int[], $9::text[], $10::int[],
          $11::int[])
        as b (epoch, sequence, first_us, last_us, frames, bytes, channels, at, length)`,
    [
      bindingNumber,
      Buffer.concat(bodies),
      ...columnsOf(batches, ["epoch", "sequence", "firstUs", "lastUs", "frames", "bytes"]),
      arrayOf(batches.map(({ channels }) => Buffer.from(channels).toString("hex"))),
      arrayOf(placesOf(bodies)),
      arrayOf(bodies.map(({ length }) => length)),
    ],
  );
}
