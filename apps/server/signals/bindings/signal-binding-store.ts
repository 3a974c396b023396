import type { SignalBinding } from "@canopy/contract/signals/bindings";
import type { DbcUse } from "@canopy/contract/signals/dbc-uses";
import type { MessageSignal } from "@canopy/contract/signals/signal-reference";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** The device that a binding is of, in its tenant. */
export interface BindingOwner {
  readonly tenantId: string;
  readonly thingsId: string;
}

/** Without the fields that the frame store provides. */
export type BindingRow = Omit<SignalBinding, "days" | "days_done">;

const ROW = sql`b.id as binding_id, b.channel, b.strategy_id, s.name as strategy_name, s.nickname, s.dbc_id,
  f.name as dbc_name, b.revision, f.newest as newest_revision, b.state, jsonb_array_length(s.signals) as signal_count,
  (select json_build_object('job_id', j.id, 'state', j.state, 'progress', j.progress) from jobs j
    where j.id = b.backfill_job) as backfill,
  (extract(epoch from b.created_at) * 1000)::bigint as created_time`;
const TABLES = sql`signal_bindings b join signal_strategies s on s.id = b.strategy_id
  join dbc_files f on f.id = s.dbc_id join things t on t.id = b.things_id`;

export async function bindingsOf(db: Db, { tenantId, thingsId }: BindingOwner): Promise<BindingRow[]> {
  const found = await sql<BindingRow>`select ${ROW} from ${TABLES}
    where b.tenant_id = ${tenantId} and b.things_id = ${thingsId} order by b.channel, lower(s.name)`.execute(db);
  return found.rows;
}

export async function findBinding(db: Db, owner: BindingOwner, id: string): Promise<BindingRow | undefined> {
  const found = await sql<BindingRow>`select ${ROW} from ${TABLES}
    where b.tenant_id = ${owner.tenantId} and b.things_id = ${owner.thingsId} and b.id = ${id}`.execute(db);
  return found.rows[0];
}

export interface NewBinding extends BindingOwner {
  readonly channel: number;
  readonly strategyId: string;
  readonly fromDay: number;
}

/** With the newest revision of the strategy's DBC. Undefined: the channel has this strategy. */
export async function insertBinding(db: Db, made: NewBinding): Promise<string | undefined> {
  const inserted = await sql<{ id: string }>`
    insert into signal_bindings (tenant_id, things_id, channel, strategy_id, revision, state, from_day)
    select ${made.tenantId}, ${made.thingsId}, ${made.channel}, s.id, f.newest, 'enabled', ${made.fromDay}
    from signal_strategies s join dbc_files f on f.id = s.dbc_id
    where s.tenant_id = ${made.tenantId} and s.id = ${made.strategyId}
    on conflict (things_id, channel, strategy_id) do nothing returning id`.execute(db);
  return inserted.rows[0]?.id;
}

/** A resumed binding begins with today: earlier frames wait for a back-fill. */
export async function setBindingState(
  db: Db,
  tenantId: string,
  id: string,
  state: SignalBinding["state"],
  fromDay: number,
): Promise<void> {
  await sql`update signal_bindings set state = ${state}, from_day = case when state = ${state} then from_day
      else ${fromDay} end where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export async function adoptNewestRevision(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update signal_bindings b set revision = f.newest
    from signal_strategies s join dbc_files f on f.id = s.dbc_id
    where b.tenant_id = ${tenantId} and b.id = ${id} and s.id = b.strategy_id and b.revision <> f.newest`.execute(db);
}

/** Once all stored days have been made, whatever comes for any of them is followed. */
export async function followAllDays(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update signal_bindings set from_day = 0 where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export async function setBackfillJob(db: Db, tenantId: string, id: string, jobId: string): Promise<void> {
  await sql`update signal_bindings set backfill_job = ${jobId}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export async function removeBinding(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`delete from signal_bindings where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export interface BoundSignals {
  readonly channel: number;
  readonly dbcId: string;
  readonly dbcName: string;
  readonly revision: number;
  readonly signals: readonly MessageSignal[];
}

/** Of enabled bindings; a signal may be in several of them. */
export async function boundSignalsOf(db: Db, { tenantId, thingsId }: BindingOwner): Promise<BoundSignals[]> {
  const found =
    await sql<BoundSignals>`select b.channel, s.dbc_id as "dbcId", f.name as "dbcName", b.revision, s.signals
    from ${TABLES} where b.tenant_id = ${tenantId} and b.things_id = ${thingsId} and b.state = 'enabled'
    order by b.channel, lower(s.name)`.execute(db);
  return found.rows;
}

interface UseRow {
  readonly id: string;
  readonly name: string;
  readonly signals: MessageSignal[];
}
interface BoundRow extends UseRow {
  readonly things_id: string;
  readonly device_name: string;
  readonly channel: number;
  readonly revision: number;
}

/** DBC-01: the strategies of a DBC file, and where they are bound. */
export async function strategyUsesOfDbc(db: Db, tenantId: string, dbcId: string): Promise<DbcUse[]> {
  const strategies = await sql<UseRow>`select id, name, signals from signal_strategies
    where tenant_id = ${tenantId} and dbc_id = ${dbcId} order by lower(name)`.execute(db);
  const bound = await sql<BoundRow>`select b.id, s.name, s.signals, b.things_id, t.name as device_name, b.channel,
      b.revision
    from signal_bindings b join signal_strategies s on s.id = b.strategy_id join things t on t.id = b.things_id
    where b.tenant_id = ${tenantId} and s.dbc_id = ${dbcId} order by t.name, b.channel`.execute(db);
  return [
    ...strategies.rows.map((row) => ({ kind: "strategy" as const, ...row, revision: null })),
    ...bound.rows.map((row) => ({ kind: "binding" as const, ...row })),
  ];
}
