import { MAX_HDOP, MIN_SATELLITES, ZERO_DEG } from "@canopy/can/gps/track-judge";
import { sql } from "kysely";
import type { Database } from "../../../platform/postgres/open-database.ts";
import { safeJson, safeText } from "../../../platform/postgres/safe-json.ts";
import type { Db } from "../../../platform/postgres/schema.ts";
import { importPositions, landPositions } from "../../landing/position-write.ts";
import { eachBinding } from "../each-binding.ts";
import { lastOfEach } from "../sql-arrays.ts";
import { countPoints, deletePoints, wholeMs } from "./delete-points.ts";
import type { PointPixel, PointQuery, PointStore, PositionQuery, StoredPoint, StoredPosition } from "./points.ts";

type PointRow = Parameters<PointStore["addPoints"]>[0][number];

/** Positions and points as plain tables of the frames' database. */
export function pointStore({ db, pool }: Pick<Database, "db" | "pool">): PointStore {
  return {
    async addPositions(rows) {
      await landPositions(pool, rows, { marks: [], states: [], changes: [] });
    },
    importPositions: (bindingNumber, positions) => importPositions(pool, bindingNumber, positions),
    landPositions: (rows, write) => landPositions(pool, rows, write),
    addPoints: (rows) => addPoints(db, rows),
    newestPosition: (bindingNumber) => newestPosition(db, bindingNumber),
    newestPlaces: (bindings) => newestPlaces(db, bindings),
    positions: (query) => positions(db, query),
    newestPoints: (bindingNumber) => newestPoints(db, bindingNumber),
    async page(query) {
      const found = await sql<StoredPoint>`select data_group as "group", time, "values" from points
        where ${isAsked(query)} order by time desc limit ${query.limit}`.execute(db);
      return found.rows;
    },
    async count(query) {
      const found = await sql<{ n: number }>`select count(*) as n from points where ${isAsked(query)}`.execute(db);
      return found.rows[0]?.n ?? 0;
    },
    pixels: (query) => pixels(db, query),
    countRange: (bindingNumber, window, most) => countPoints(pool, bindingNumber, window, most),
    deleteRange({ bindingNumber, fromUs, toUs, keep }, signal) {
      const range = { fromMs: wholeMs(fromUs), beforeMs: wholeMs(toUs), keep };
      return deletePoints(pool, bindingNumber, range, signal);
    },
    async drop(bindingNumber, keep = [], signal) {
      await deletePoints(pool, bindingNumber, { keep }, signal);
    },
    expire: (bindings, beforeUs, going = {}) =>
      eachBinding(
        bindings,
        ({ bindingNumber }) => bindingNumber,
        async ({ bindingNumber, keep }) => {
          const beforeMs = wholeMs(beforeUs);
          const old = { beforeMs, storedBeforeMs: beforeMs, keep: await keep() };
          await deletePoints(pool, bindingNumber, old, going.signal);
        },
        going,
      ),
  };
}

const isAsked = ({ bindingNumber, group, fromUs, toUs }: PointQuery) =>
  sql`binding = ${bindingNumber} and data_group = ${safeText(group)}
    and time >= ${wholeMs(fromUs)} and time < ${wholeMs(toUs)}`;

// In the order of the key, so that two processes cannot wait for each other.
async function addPoints(db: Db, rows: readonly PointRow[]): Promise<void> {
  const safe = rows.map(({ bindingNumber, point: { group, time, values } }) => ({
    bindingNumber,
    group: safeText(group),
    time,
    values: safeJson(values),
  }));
  const all = lastOfEach(safe, ({ bindingNumber, group, time }) => `${bindingNumber}/${time}/${group}`);
  const column = (name: keyof (typeof all)[number]) => all.map((row) => row[name]);
  await sql`insert into points (binding, data_group, time, "values")
    select r.binding, r.data_group, r.time, r.content::jsonb from unnest(${column("bindingNumber")}::int[],
      ${column("group")}::text[], ${column("time")}::bigint[], ${column("values")}::text[])
      as r (binding, data_group, time, content) order by r.binding, r.data_group collate "C", r.time
    on conflict (binding, data_group, time) do update set "values" = excluded."values"`.execute(db);
}

async function newestPosition(db: Db, bindingNumber: number): Promise<StoredPosition | null> {
  const found = await sql<StoredPosition>`select time, latitude, longitude, altitude_m, speed_kmh, course, satellites,
      hdop from positions where binding = ${bindingNumber} order by time desc limit 1`.execute(db);
  return found.rows[0] ?? null;
}

/** A receiver without a fix may have sent nothing else for weeks. */
const FIX_WITHIN = 1000;

async function newestPlaces(db: Db, bindings: readonly number[]): Promise<ReadonlyMap<number, StoredPosition>> {
  const found = await sql<StoredPosition & { binding: number }>`select b.binding, newest.*
    from unnest(${[...bindings]}::int[]) as b (binding) cross join lateral (
      select * from (select time, latitude, longitude, altitude_m, speed_kmh, course, satellites, hdop from positions p
        where p.binding = b.binding order by time desc limit ${FIX_WITHIN}) as recent
      where not (abs(latitude) < ${ZERO_DEG} and abs(longitude) < ${ZERO_DEG})
        and coalesce(hdop, 0) <= ${MAX_HDOP} and coalesce(satellites, ${MIN_SATELLITES}) >= ${MIN_SATELLITES}
      order by time desc limit 1
    ) as newest`.execute(db);
  return new Map(found.rows.map(({ binding, ...position }) => [binding, position]));
}

async function positions(db: Db, { bindingNumber, fromUs, toUs, limit }: PositionQuery): Promise<StoredPosition[]> {
  const found = await sql<StoredPosition>`select time, latitude, longitude, altitude_m, speed_kmh, course, satellites,
      hdop from positions where binding = ${bindingNumber} and time >= ${wholeMs(fromUs)} and time < ${wholeMs(toUs)}
    order by time limit ${limit}`.execute(db);
  return found.rows;
}

/** The groups one after the other by the key, each with its newest point: no more rows are read than there are groups. */
async function newestPoints(db: Db, bindingNumber: number): Promise<StoredPoint[]> {
  const found = await sql<StoredPoint>`with recursive groups as (
      select min(data_group) as data_group from points where binding = ${bindingNumber}
      union all
      select (select min(p.data_group) from points p where p.binding = ${bindingNumber} and p.data_group > g.data_group)
      from groups g where g.data_group is not null
    )
    select g.data_group as "group", newest.time, newest."values" from groups g cross join lateral (
      select time, "values" from points
      where binding = ${bindingNumber} and data_group = g.data_group order by time desc limit 1
    ) as newest order by g.data_group`.execute(db);
  return found.rows;
}

/** Values that are neither number nor boolean are left out. */
async function pixels(
  db: Db,
  query: PointQuery & { readonly field: string; readonly pixelUs: number },
): Promise<PointPixel[]> {
  const value = sql`"values" -> ${safeText(query.field)}::text`;
  const found =
    await sql<PointPixel>`select div(time * 1000::numeric - ${query.fromUs}, ${query.pixelUs})::bigint as at,
      min(v) as min, max(v) as max, (array_agg(v order by time desc))[1] as last, max(time) as time
    from (select time, case jsonb_typeof(${value}) when 'number' then (${value})::float8
        when 'boolean' then (${value})::boolean::int::float8 end as v
      from points where ${isAsked(query)}) as samples
    where v is not null group by at order by at`.execute(db);
  return found.rows;
}
