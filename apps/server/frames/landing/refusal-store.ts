import type pg from "pg";
import type { IncomingBatch } from "../ingest/incoming-batch.ts";
import type { RefusalReason } from "../ingest/ingest-ports.ts";

export async function writeRefusal(pool: pg.Pool, batch: IncomingBatch, reason: RefusalReason): Promise<void> {
  await pool.query(
    `insert into refused_batches (binding, epoch, sequence, tenant_id, reason) values ($1, $2, $3, $4, $5)
      on conflict (binding, epoch, sequence) do update set reason = excluded.reason, refused_at = now()`,
    [batch.bindingNumber, batch.epoch, batch.sequence, batch.tenantId, reason],
  );
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
