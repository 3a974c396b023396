import type pg from "pg";
import type { IncomingBatch } from "../ingest/incoming-batch.ts";
import type { JudgedRefusal, RefusalReason } from "./refusal.ts";
import { markValues, type RuleWrite, stateSql, stateValues } from "./rule-write.ts";

export async function writeRefusal(pool: pg.Pool, batch: IncomingBatch, reason: RefusalReason): Promise<void> {
  await pool.query(
    `insert into refused_batches (binding, epoch, sequence, tenant_id, reason) values ($1, $2, $3, $4, $5)
      on conflict (binding, epoch, sequence) do update set reason = excluded.reason, refused_at = now()`,
    [batch.bindingNumber, batch.epoch, batch.sequence, batch.tenantId, reason],
  );
}

/*
 * As in `landing-store.ts`: states and changes are written with the refusal, where the states known here are the newest and
 * the batch was not judged before.
 */
const JUDGED = `/* prepared */with advanced as materialized (
  select m.binding from rule_marks m join unnest($1::int[], $2::bigint[]) as k (binding, known)
    on k.binding = m.binding and m.version = k.known
  where not exists (select from refused_batches r
    where r.binding = m.binding and r.epoch = $4::bigint and r.sequence = $5::bigint and r.is_judged)
  for update of m skip locked
), marked as (
  update rule_marks m set version = m.version + 1
  where m.binding = any($3::int[]) and m.binding in (select binding from advanced)
), refused as (
  insert into refused_batches as r (binding, epoch, sequence, tenant_id, reason, is_judged)
  select k.binding, $4::bigint, $5::bigint, $6::uuid, 'quota', k.binding in (select binding from advanced)
  from unnest($1::int[]) as k (binding)
  on conflict (binding, epoch, sequence) do update
    set reason = excluded.reason, refused_at = now(), is_judged = r.is_judged or excluded.is_judged
  returning is_judged
)${stateSql(7)} select is_judged as "isJudged", exists (select from advanced) as "isStored" from refused`;

/** CAP-05, TRG-03: the refusal with what the rules of the binding made of the batch. */
export async function writeJudgedRefusal(
  pool: pg.Pool,
  { epoch, sequence, tenantId }: IncomingBatch,
  { marks, ...write }: RuleWrite,
): Promise<JudgedRefusal> {
  const found = await pool.query<JudgedRefusal>(JUDGED, [
    ...markValues(marks),
    epoch,
    sequence,
    tenantId,
    ...stateValues(write),
  ]);
  return found.rows[0] ?? { isJudged: false, isStored: false };
}

/** Whether the batch was refused, and judged then. */
export async function wasJudged(pool: pg.Pool, { bindingNumber, epoch, sequence }: IncomingBatch): Promise<boolean> {
  const found = await pool.query(
    "select 1 from refused_batches where binding = $1 and epoch = $2 and sequence = $3 and is_judged",
    [bindingNumber, epoch, sequence],
  );
  return found.rows.length > 0;
}

export interface Refusal {
  readonly bindingNumber: number;
  readonly epoch: number;
  readonly sequence: number;
  readonly reason: RefusalReason;
}

/** CAP-05: refused batches that the terminal still has to send again, oldest first. */
export async function listRefusals(pool: pg.Pool, bindingNumber: number, limit: number): Promise<Refusal[]> {
  const found = await pool.query<Refusal>(
    `select binding as "bindingNumber", epoch, sequence, reason from refused_batches
      where binding = $1 order by refused_at, epoch, sequence limit $2`,
    [bindingNumber, limit],
  );
  return found.rows;
}

export async function hasRefusals(pool: pg.Pool, bindingNumber: number): Promise<boolean> {
  const found = await pool.query("select 1 from refused_batches where binding = $1 limit 1", [bindingNumber]);
  return found.rows.length > 0;
}
