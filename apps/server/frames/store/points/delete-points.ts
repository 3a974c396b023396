import type pg from "pg";
import { SLICE_ROWS } from "../../../platform/postgres/in-slices.ts";
import { arrayOf } from "../sql-arrays.ts";
import type { TimeWindow } from "../time-window.ts";

interface GoingPoints {
  /** Absent: of whatever time. */
  readonly fromMs?: number;
  /** Absent: of whatever time. */
  readonly beforeMs?: number;
  /** Positions that were stored later stay. */
  readonly storedBeforeMs?: number;
  /** These stay. */
  readonly keep?: readonly TimeWindow[];
}

/** Times are whole milliseconds: those from a moment on are those from the next whole one on. */
export const wholeMs = (us: number): number => Math.ceil(us / 1000);

/** Deletes positions and points of a binding, slice by slice: a device may have millions. Gives how many went. */
export async function deletePoints(
  pool: pg.Pool,
  bindingNumber: number,
  going: GoingPoints,
  signal?: AbortSignal,
): Promise<number> {
  let gone = await deleteSeries(pool, { table: "positions", bindingNumber }, going, signal);
  for (const group of await groupsOf(pool, bindingNumber))
    gone += await deleteSeries(pool, { table: "points", bindingNumber, group }, going, signal);
  return gone;
}

/** Positions and points of a window, counted up to `most`. */
export async function countPoints(
  pool: pg.Pool,
  bindingNumber: number,
  { fromUs, toUs }: TimeWindow,
  most: number,
): Promise<number> {
  const found = await pool.query<{ n: number }>(
    `select count(*) as n from (
        select 1 from positions where binding = $1 and time >= $2 and time < $3
        union all
        select 1 from unnest($4::text[]) as g (data_group) join points p
          on p.binding = $1 and p.data_group = g.data_group and p.time >= $2 and p.time < $3
        limit $5
      ) as one`,
    [bindingNumber, wholeMs(fromUs), wholeMs(toUs), await groupsOf(pool, bindingNumber), most],
  );
  return found.rows[0]?.n ?? 0;
}

interface Series {
  readonly table: "positions" | "points";
  readonly bindingNumber: number;
  /** Of points. */
  readonly group?: string;
}

/** Oldest first, each slice from the end of the last one: rows that are gone are not passed again. */
async function deleteSeries(
  pool: pg.Pool,
  { table, bindingNumber, group }: Series,
  { fromMs = Number.MIN_SAFE_INTEGER, beforeMs = Number.MAX_SAFE_INTEGER, storedBeforeMs, keep = [] }: GoingPoints,
  signal?: AbortSignal,
): Promise<number> {
  const [isOfSeries, isOld] =
    group === undefined
      ? ["binding = $1", "(stored_at is null or stored_at < $6::timestamptz)"]
      : ["binding = $1 and data_group = $6", "true"];
  const storedBefore = storedBeforeMs === undefined ? "infinity" : new Date(storedBeforeMs);
  const kept = [keep.map(({ fromUs }) => wholeMs(fromUs)), keep.map(({ toUs }) => wholeMs(toUs))].map(arrayOf);
  const statement = `with slice as materialized (
      select max(time) as last from (
        select time from ${table} where ${isOfSeries} and time > $2 and time < $3 order by time limit ${SLICE_ROWS}
      ) as s
    ), gone as (
      delete from ${table} where ${isOfSeries} and time > $2 and time <= (select last from slice) and ${isOld}
        and not exists (select from unnest($4::bigint[], $5::bigint[]) as k (from_ms, to_ms)
          where time >= k.from_ms and time < k.to_ms)
      returning 1
    ) select last as "lastMs", (select count(*) from gone) as gone from slice`;
  let all = 0;
  for (let afterMs: number | null = fromMs - 1; afterMs !== null; ) {
    signal?.throwIfAborted();
    const values = [bindingNumber, afterMs, beforeMs, ...kept, group ?? storedBefore];
    const found: pg.QueryResult<{ lastMs: number | null; gone: number }> = await pool.query(statement, values);
    afterMs = found.rows[0]?.lastMs ?? null;
    all += found.rows[0]?.gone ?? 0;
  }
  return all;
}

/** One after the other by the key: no more rows are read than there are groups. */
async function groupsOf(pool: pg.Pool, bindingNumber: number): Promise<string[]> {
  const found = await pool.query<{ group: string }>(
    `with recursive groups as (
        select min(data_group) as data_group from points where binding = $1
        union all
        select (select min(p.data_group) from points p where p.binding = $1 and p.data_group > g.data_group)
        from groups g where g.data_group is not null
      ) select data_group as "group" from groups where data_group is not null`,
    [bindingNumber],
  );
  return found.rows.map((row) => row.group);
}
