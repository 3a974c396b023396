import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import type { IncomingBatch } from "./incoming-batch.ts";
import type { ClockProblem } from "./ingest-clock.ts";
import type { TimeSpan } from "./ingest-days.ts";
import type { DayKey, DayRanges } from "./ingest-sequences.ts";

/** The batch as it came, with the server's time. Returns the bytes it takes: none if it is there already. */
export async function insertQuarantined(
  db: Db,
  batch: IncomingBatch,
  problem: ClockProblem,
  span: TimeSpan,
): Promise<number> {
  const content = contentOf(batch);
  const made =
    await sql`insert into quarantined_batches (binding, epoch, sequence, tenant_id, reason, frames, first_us, last_us,
      content, received_at)
    values (${batch.bindingNumber}, ${batch.epoch}, ${batch.sequence}, ${batch.tenantId}, ${problem},
      ${batch.frames.length}, ${span.firstUs}, ${span.lastUs}, ${content}, ${new Date(batch.receivedAtMs)})
    on conflict (binding, epoch, sequence) do nothing returning 1`.execute(db);
  return made.rows.length * content.length;
}

function contentOf(batch: IncomingBatch): Buffer {
  if (batch.raw !== undefined) return Buffer.from(batch.raw);
  const encoded = encodeCb1(batch.frames, batch);
  if (!encoded.ok) throw new Error(`a batch that was read cannot be written: ${encoded.problem.code}`);
  return Buffer.from(encoded.value);
}

export interface QuarantinedBatch {
  readonly epoch: number;
  readonly sequence: number;
  readonly reason: ClockProblem;
  readonly frames: number;
  readonly firstUs: number;
  readonly lastUs: number;
  /** CB1. */
  readonly content: Uint8Array;
  readonly receivedAt: Date;
}

/** Newest first. */
export async function listQuarantined(db: Db, bindingNumber: number, limit: number): Promise<QuarantinedBatch[]> {
  const found = await sql<QuarantinedBatch>`select epoch, sequence, reason, frames, first_us as "firstUs",
      last_us as "lastUs", content, received_at as "receivedAt"
    from quarantined_batches where binding = ${bindingNumber}
    order by received_at desc, epoch, sequence desc limit ${limit}`.execute(db);
  return found.rows;
}

/** The quarantined sequences of these logs, under the day of the keys. */
export async function readQuarantinedSequences(db: Db, keys: readonly DayKey[]): Promise<DayRanges[]> {
  const found = await sql<DayKey & { sequence: number }>`select k.binding as "bindingNumber", k.epoch, k.day, q.sequence
    from unnest(${keys.map((key) => key.bindingNumber)}::int[], ${keys.map((key) => key.epoch)}::bigint[],
      ${keys.map((key) => key.day)}::int[]) as k (binding, epoch, day)
    join quarantined_batches q using (binding, epoch)`.execute(db);
  return found.rows.map(({ sequence, ...key }) => ({ ...key, ranges: [{ from: sequence, to: sequence }] }));
}

/**
 * What a binding received before a time; its sequences stay known, so that nothing comes back, and its bytes are given
 * back. `day` is what quarantine has in place of a day.
 */
export async function emptyQuarantine(db: Db, bindingNumber: number, day: number, before: Date): Promise<void> {
  await sql`with gone as (
      delete from quarantined_batches where binding = ${bindingNumber} and received_at < ${before}
      returning binding, epoch, sequence, frames, length(content) as bytes
    ), noted as (
      insert into stored_sequences as s (binding, epoch, day, sequences)
      select binding, epoch, ${day}::int, range_agg(int8range(sequence, sequence, '[]')) from gone
      group by binding, epoch
      on conflict (binding, epoch, day) do update set sequences = s.sequences + excluded.sequences
    )
    update frame_usage u set frames = greatest(0, u.frames - g.frames), bytes = greatest(0, u.bytes - g.bytes)
    from (select coalesce(sum(frames), 0) as frames, coalesce(sum(bytes), 0) as bytes from gone) g
    where u.binding = ${bindingNumber} and u.day = ${day}`.execute(db);
  await sql`delete from frame_usage where binding = ${bindingNumber} and day = ${day} and frames = 0`.execute(db);
}

/** Only for a binding that has ended. */
export async function deleteQuarantined(db: Db, bindingNumber: number): Promise<void> {
  await sql`delete from quarantined_batches where binding = ${bindingNumber}`.execute(db);
}
