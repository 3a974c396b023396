import type { MessageSignal } from "@canopy/contract/signals/signal-reference";
import type { STRATEGY_ORDERS, Strategy } from "@canopy/contract/signals/strategies";
import { type RawBuilder, sql } from "kysely";
import { type Ordered, orderedBy } from "../../platform/postgres/order-by.ts";
import { safeJson, safeText } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";

const BINDINGS = sql`(select count(*) from signal_bindings b where b.strategy_id = s.id)`;
const ROW = sql`s.id as strategy_id, s.name, s.nickname, s.remark, s.dbc_id, f.name as dbc_name, s.signals,
  jsonb_array_length(s.signals) as signal_count,
  ${BINDINGS} as bindings, s.author,
  (extract(epoch from s.created_at) * 1000)::bigint as created_time,
  (extract(epoch from s.updated_at) * 1000)::bigint as updated_time`;
const TABLES = sql`signal_strategies s join dbc_files f on f.id = s.dbc_id`;

type StrategyOrder = (typeof STRATEGY_ORDERS)[number];
const ORDERS: Readonly<Record<StrategyOrder, RawBuilder<unknown>>> = {
  name: sql`lower(s.name)`,
  nickname: sql`lower(nullif(s.nickname, ''))`,
  dbc_name: sql`lower(f.name)`,
  signal_count: sql`jsonb_array_length(s.signals)`,
  bindings: BINDINGS,
  updated_time: sql`s.updated_at`,
};

interface StrategyPage extends Ordered<StrategyOrder> {
  readonly keyword: string;
  readonly limit: number;
  readonly offset: number;
}

export async function strategiesOf(
  db: Db,
  tenantId: string,
  { keyword, limit, offset, ...order }: StrategyPage,
): Promise<{ list: Strategy[]; total: number }> {
  const found = sql`from ${TABLES} where s.tenant_id = ${tenantId}
    and position(lower(${keyword}) in lower(concat_ws(' ', s.name, s.nickname, s.remark, f.name))) > 0`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db);
  const page = await sql<Strategy>`select ${ROW} ${found}
    order by ${orderedBy(ORDERS, order, sql`lower(s.name), s.id`)} limit ${limit} offset ${offset}`.execute(db);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findStrategy(db: Db, tenantId: string, id: string): Promise<Strategy | undefined> {
  const found = await sql<Strategy>`select ${ROW} from ${TABLES}
    where s.tenant_id = ${tenantId} and s.id = ${id}`.execute(db);
  return found.rows[0];
}

/** Serialises changes and bindings of one strategy. */
export async function lockStrategy(db: Db, tenantId: string, id: string): Promise<Strategy | undefined> {
  await sql`select 1 from signal_strategies where tenant_id = ${tenantId} and id = ${id} for update`.execute(db);
  return findStrategy(db, tenantId, id);
}

export interface NewStrategy {
  readonly name: string;
  readonly nickname: string;
  readonly remark: string;
  readonly dbcId: string;
  readonly signals: readonly MessageSignal[];
  readonly author: string;
}

/** Undefined: the name is taken. */
export async function insertStrategy(db: Db, tenantId: string, made: NewStrategy): Promise<string | undefined> {
  const inserted = await sql<{ id: string }>`
    insert into signal_strategies (tenant_id, name, nickname, remark, dbc_id, signals, author)
    values (${tenantId}, ${made.name}, ${safeText(made.nickname)}, ${safeText(made.remark)}, ${made.dbcId},
      ${safeJson(made.signals)}::jsonb, ${made.author})
    on conflict (tenant_id, lower(name)) do nothing returning id`.execute(db);
  return inserted.rows[0]?.id;
}

/** False: another one has the name. */
export async function changeStrategyRow(
  db: Db,
  tenantId: string,
  id: string,
  changed: Omit<NewStrategy, "dbcId" | "author">,
): Promise<boolean> {
  const done = await sql`update signal_strategies s set name = ${changed.name},
      nickname = ${safeText(changed.nickname)}, remark = ${safeText(changed.remark)},
      signals = ${safeJson(changed.signals)}::jsonb, updated_at = now()
    where s.tenant_id = ${tenantId} and s.id = ${id} and not exists (select 1 from signal_strategies o
      where o.tenant_id = ${tenantId} and lower(o.name) = lower(${changed.name}) and o.id <> s.id)`.execute(db);
  return (done.numAffectedRows ?? 0n) > 0n;
}

export async function removeStrategy(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`delete from signal_strategies where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export async function countStrategies(db: Db, tenantId: string): Promise<number> {
  const counted = await sql<{ total: number }>`select count(*) as total from signal_strategies
    where tenant_id = ${tenantId}`.execute(db);
  return counted.rows[0]?.total ?? 0;
}

export interface StrategyUse {
  readonly deviceName: string;
  readonly channel: number;
}

/** Where a strategy is bound. */
export async function usesOfStrategy(db: Db, tenantId: string, id: string): Promise<StrategyUse[]> {
  const found = await sql<StrategyUse>`select t.name as "deviceName", b.channel
    from signal_bindings b join things t on t.id = b.things_id
    where b.tenant_id = ${tenantId} and b.strategy_id = ${id} order by t.name, b.channel`.execute(db);
  return found.rows;
}
