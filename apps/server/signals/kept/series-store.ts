import type { MessageSignal } from "@canopy/contract/signals/signal-reference";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** A binding as the work of keeping its signals needs it. */
export interface WorkBinding {
  readonly id: string;
  readonly tenantId: string;
  /** The number of the device's frames. */
  readonly device: number;
  readonly channel: number;
  readonly state: "enabled" | "paused";
  /** Days since 1970 (UTC) from which on its signals are kept unasked. */
  readonly fromDay: number;
  readonly dbcId: string;
  readonly revision: number;
  readonly signals: readonly MessageSignal[];
}

const WORK = sql`select b.id, b.tenant_id as "tenantId", t.binding as device, b.channel, b.state,
    b.from_day as "fromDay", s.dbc_id as "dbcId", b.revision, s.signals
  from signal_bindings b join signal_strategies s on s.id = b.strategy_id join things t on t.id = b.things_id`;

/** Of all tenants: the system's own work goes over all of them. */
export async function enabledWorkBindings(db: Db): Promise<WorkBinding[]> {
  const found = await sql<WorkBinding>`${WORK}
    where t.binding is not null and b.state = 'enabled' order by b.created_at`.execute(db);
  return found.rows;
}

/** Those of one device. */
export async function enabledBindingsOf(db: Db, tenantId: string, device: number): Promise<WorkBinding[]> {
  const found = await sql<WorkBinding>`${WORK}
    where b.tenant_id = ${tenantId} and t.binding = ${device} and b.state = 'enabled' order by b.created_at`.execute(
    db,
  );
  return found.rows;
}

export async function findWorkBinding(db: Db, tenantId: string, id: string): Promise<WorkBinding | undefined> {
  const found = await sql<WorkBinding>`${WORK}
    where b.tenant_id = ${tenantId} and b.id = ${id} and t.binding is not null`.execute(db);
  return found.rows[0];
}

export interface SeriesRow extends MessageSignal {
  readonly series: number;
  readonly device: number;
  readonly revision: number;
}

const SERIES = sql`number as series, device, revision, message_id, is_extended, signal`;

export async function seriesOf(db: Db, { tenantId, id }: Pick<WorkBinding, "tenantId" | "id">): Promise<SeriesRow[]> {
  const found = await sql<SeriesRow>`select ${SERIES} from signal_series
    where tenant_id = ${tenantId} and binding_id = ${id} order by number`.execute(db);
  return found.rows;
}

/** Numbers for signals that have none yet. */
export async function addSeries(db: Db, binding: WorkBinding, signals: readonly MessageSignal[]): Promise<void> {
  await sql`insert into signal_series (tenant_id, binding_id, device, revision, message_id, is_extended, signal)
    select ${binding.tenantId}, ${binding.id}, ${binding.device}, ${binding.revision}, u.* from unnest(
      ${signals.map((one) => one.message_id)}::bigint[], ${signals.map((one) => one.is_extended)}::boolean[],
      ${signals.map((one) => one.signal)}::text[]) as u
    on conflict do nothing`.execute(db);
}

export async function removeSeries(db: Db, tenantId: string, numbers: readonly number[]): Promise<void> {
  await sql`delete from signal_series
    where tenant_id = ${tenantId} and number = any(${[...numbers]}::int[])`.execute(db);
}

/** One at a time for each binding, in the whole cluster; `work` runs in the transaction that holds the lock. */
export function withBindingLock<T>(db: Db, id: string, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`signals ${id}`}, 0))`.execute(transaction);
    return work(transaction);
  });
}

export interface KeptSeries extends SeriesRow {
  readonly bindingId: string;
  readonly channel: number;
  readonly dbcId: string;
}

/** Kept series of a device, over all its bindings. */
export async function keptSeriesOf(
  db: Db,
  tenantId: string,
  device: number,
  dbcIds: readonly string[],
): Promise<KeptSeries[]> {
  const found = await sql<KeptSeries>`select s.number as series, s.device, s.revision, s.message_id, s.is_extended,
      s.signal, s.binding_id as "bindingId", b.channel, t.dbc_id as "dbcId"
    from signal_series s join signal_bindings b on b.id = s.binding_id join signal_strategies t on t.id = b.strategy_id
    where s.tenant_id = ${tenantId} and s.device = ${device} and t.dbc_id = any(${[...dbcIds]}::uuid[])
    order by b.state, s.number`.execute(db);
  return found.rows;
}

/** The kept series of one signal of a DBC revision, on whatever devices. */
export async function keptSeriesOfSignal(
  db: Db,
  tenantId: string,
  { dbcId, revision, message_id, is_extended, signal }: MessageSignal & { dbcId: string; revision: number },
): Promise<{ device: number; channel: number; series: number }[]> {
  const found = await sql<{ device: number; channel: number; series: number }>`select s.device, b.channel,
      s.number as series
    from signal_series s join signal_bindings b on b.id = s.binding_id join signal_strategies t on t.id = b.strategy_id
    where s.tenant_id = ${tenantId} and t.dbc_id = ${dbcId} and s.revision = ${revision}
      and s.message_id = ${message_id} and s.is_extended = ${is_extended} and s.signal = ${signal}`.execute(db);
  return found.rows;
}
