import { LOG_DAYS, type OperationChain } from "@canopy/contract/accounts/operation-log";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** Rows checked by one statement: bounds its memory and time. */
const STEP = 50_000;
/** Statements at once. */
const LANES = 2;

interface ChainRow extends OperationChain {
  readonly anchor: Buffer;
}

const EMPTY: ChainRow = {
  ...{ rows: 0, purged_rows: 0, last_hash: "", checked_time: null, broken_at: null },
  anchor: Buffer.alloc(0),
};

async function findChain(db: Db, tenantId: string): Promise<ChainRow> {
  const found = await sql<ChainRow>`select (rows - purged_rows)::float8 as rows, purged_rows::float8 as purged_rows,
      encode(last_hash, 'hex') as last_hash, (extract(epoch from checked_at) * 1000)::bigint as checked_time,
      broken_at::float8 as broken_at, purged_hash as anchor
    from operation_chains where chain = ${tenantId}`.execute(db);
  return found.rows[0] ?? EMPTY;
}

export async function readChain(db: Db, tenantId: string): Promise<OperationChain> {
  const { anchor: _, ...chain } = await findChain(db, tenantId);
  return chain;
}

/**
 * Recomputes every hash from the anchor on, in one snapshot: a row that was changed, removed or put in does not fit the
 * hash behind it; rows removed from the end do not fit count and last hash.
 */
export async function checkChain(db: Db, tenantId: string): Promise<OperationChain> {
  const broken = await inSnapshot(db, (trx) => firstBroken(db, trx, tenantId));
  await sql`update operation_chains set checked_at = now(), broken_at = ${broken}
    where chain = ${tenantId}`.execute(db);
  return readChain(db, tenantId);
}

const inSnapshot = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel("repeatable read").execute(work);

async function firstBroken(db: Db, trx: Db, tenantId: string): Promise<number | null> {
  const chain = await findChain(trx, tenantId);
  const end = chain.purged_rows + chain.rows;
  const steps: Step[] = [];
  for (let from = chain.purged_rows; from < end; from += STEP)
    steps.push({ tenantId, from, to: Math.min(from + STEP, end) });
  const anchored = { start: chain.purged_rows, anchor: chain.anchor };
  const broken = await inLanes(db, trx, steps, (lane, step) => checkStep(lane, step, anchored));
  if (broken !== null) return broken;
  const last = await hashAt(trx, tenantId, end, anchored);
  if (last?.toString("hex") !== chain.last_hash) return end;
  const beyond = await sql<{ seq: number }>`select seq::float8 as seq from operation_log
    where chain = ${tenantId} and seq > ${end} order by seq limit 1`.execute(trx);
  return beyond.rows[0]?.seq ?? null;
}

/** Steps do not wait for each other: each begins with the stored hash before it, which the step before has checked. */
async function inLanes<S>(
  db: Db,
  trx: Db,
  steps: readonly S[],
  check: (lane: Db, step: S) => Promise<number | null>,
): Promise<number | null> {
  const exported = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx);
  const snapshot = sql.lit(exported.rows[0]?.id ?? "");
  const left = steps.values();
  const found: number[] = [];
  const lane = async (own: Db) => {
    await sql`set transaction snapshot ${snapshot}`.execute(own);
    for (const step of left) {
      const broken = await check(own, step);
      if (broken !== null) found.push(broken);
    }
  };
  const lanes = Math.min(LANES, steps.length);
  await Promise.all(Array.from({ length: lanes }, () => inSnapshot(db, lane)));
  return found.length === 0 ? null : Math.min(...found);
}

interface Anchored {
  readonly start: number;
  readonly anchor: Buffer;
}

async function hashAt(db: Db, tenantId: string, seq: number, { start, anchor }: Anchored): Promise<Buffer | undefined> {
  if (seq === start) return anchor;
  const found = await sql<{ hash: Buffer }>`select hash from operation_log
    where chain = ${tenantId} and seq = ${seq}`.execute(db);
  return found.rows[0]?.hash;
}

interface Step {
  readonly tenantId: string;
  /** Rows behind this one, up to `to`. */
  readonly from: number;
  readonly to: number;
}

interface Checked {
  readonly rows: number;
  readonly broken: number | null;
}

/** The first row that does not fit. */
async function checkStep(db: Db, step: Step, anchored: Anchored): Promise<number | null> {
  const { tenantId, from, to } = step;
  const before = await hashAt(db, tenantId, from, anchored);
  if (before === undefined) return from;
  const found = await sql<Checked>`
    select count(*)::int as rows,
      min(seq) filter (where hash <> sha256(before || convert_to(text, 'UTF8')) or seq <> ${from}::bigint + at_row)::float8
        as broken
    from (select o.seq, o.hash, operation_text(o) as text, row_number() over (order by o.seq) as at_row,
        lag(o.hash, 1, ${before}::bytea) over (order by o.seq) as before
      from operation_log o where o.chain = ${tenantId} and o.seq > ${from} and o.seq <= ${to}) rows`.execute(db);
  const { rows, broken } = found.rows[0] ?? { rows: 0, broken: null };
  return broken ?? (rows === to - from ? null : from + rows + 1);
}

/** USR-07: rows older than 180 days go, the oldest first and without gaps; the last of them becomes the anchor. */
export async function purgeOperations(db: Db): Promise<void> {
  const chains = await sql<{ chain: string }>`select chain from operation_chains where rows > purged_rows`.execute(db);
  for (const { chain } of chains.rows) await purgeChain(db, chain);
}

async function purgeChain(db: Db, chain: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select 1 from operation_chains where chain = ${chain} for update`.execute(trx);
    const found = await sql<{ seq: number; hash: Buffer }>`select seq::float8 as seq, hash from operation_log
      where chain = ${chain} and seq < coalesce((select min(seq) from operation_log where chain = ${chain}
        and at >= now() - ${LOG_DAYS} * interval '1 day'), 9223372036854775807)
      order by seq desc limit 1`.execute(trx);
    const last = found.rows[0];
    if (!last) return;
    await sql`set local canopy.purging = 'on'`.execute(trx);
    await sql`delete from operation_log where chain = ${chain} and seq <= ${last.seq}`.execute(trx);
    await sql`update operation_chains set purged_rows = ${last.seq}, purged_hash = ${last.hash}
      where chain = ${chain}`.execute(trx);
  });
}
