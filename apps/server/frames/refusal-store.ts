import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import type { BatchIdentity } from "./frame-store-columns.ts";
import type { IncomingBatch } from "./incoming-batch.ts";
import type { RefusalReason } from "./ingest-ports.ts";

export async function insertRefusal(db: Db, batch: IncomingBatch, reason: RefusalReason): Promise<void> {
  await sql`insert into refused_batches (binding, epoch, sequence, tenant_id, reason)
    values (${batch.bindingNumber}, ${batch.epoch}, ${batch.sequence}, ${batch.tenantId}, ${reason})
    on conflict (binding, epoch, sequence) do update set reason = excluded.reason, refused_at = now()`.execute(db);
}

export interface Refusal extends BatchIdentity {
  readonly reason: RefusalReason;
}

/** CAP-05: what a terminal still has to send again, oldest first. */
export async function listRefusals(db: Db, bindingNumber: number, limit: number): Promise<Refusal[]> {
  const found = await sql<Refusal>`select binding as "bindingNumber", epoch, sequence, reason from refused_batches
    where binding = ${bindingNumber} order by refused_at, epoch, sequence limit ${limit}`.execute(db);
  return found.rows;
}

export async function refusedAmong(db: Db, bindings: readonly number[]): Promise<number[]> {
  const found = await sql<{ binding: number }>`select distinct binding from refused_batches
    where binding = any(${[...bindings]}::int[])`.execute(db);
  return found.rows.map(({ binding }) => binding);
}

export async function deleteRefusals(db: Db, stored: readonly BatchIdentity[]): Promise<void> {
  await sql`delete from refused_batches r
    using unnest(${stored.map((one) => one.bindingNumber)}::int[], ${stored.map((one) => one.epoch)}::bigint[],
      ${stored.map((one) => one.sequence)}::bigint[]) as s (binding, epoch, sequence)
    where r.binding = s.binding and r.epoch = s.epoch and r.sequence = s.sequence`.execute(db);
}

/** Only for a binding that has ended. */
export async function deleteRefusalsOf(db: Db, bindingNumber: number): Promise<void> {
  await sql`delete from refused_batches where binding = ${bindingNumber}`.execute(db);
}
