import type { GpsPosition } from "@canopy/contract/device-link/gps";
import type pg from "pg";
import { arrayOf, columnsOf, lastOfEach } from "../store/sql-arrays.ts";
import { quoted, type RuleMark, type RuleWrite, stateSql, stateValues } from "./rule-write.ts";

export interface PositionRow {
  readonly bindingNumber: number;
  readonly position: GpsPosition;
}

/** GPS-03: a binding with rules on fences, as ingest knows its states. */
export interface PlaceMark extends Pick<RuleMark, "bindingNumber" | "known"> {
  /** JSON: the newest judged positions. */
  readonly last: string;
}

export interface PlaceWrite extends Pick<RuleWrite, "states" | "changes"> {
  readonly marks: readonly PlaceMark[];
}

/** DAT-06: when it was stored, of a position that comes more than an hour after its time. */
const STORED_AT = "case when r.time < (extract(epoch from now()) - 3600) * 1000 then now() end";

const OPTIONAL = ["altitude_m", "speed_kmh", "course", "satellites", "hdop"] as const;

/** As the columns keep it: PostgreSQL takes no number that single precision would round to nothing, such as 1e-50. */
const single = (value: number | undefined) => (value === undefined ? "NULL" : Math.fround(value));

/*
 * As in `landing-store.ts`: positions, states and changes of a watched binding are stored together or not at all. Rows
 * are in the order of the key, so that two processes cannot wait for each other.
 */
const STATEMENT = `/* prepared */with advanced as materialized (
  select m.binding from place_marks m join unnest($10::int[], $11::bigint[]) as k (binding, known)
    on k.binding = m.binding and m.version = k.known
  order by m.binding for update of m skip locked
), landed as (
  insert into positions (binding, time, latitude, longitude, altitude_m, speed_kmh, course, satellites, hdop, stored_at)
  select r.*, ${STORED_AT} from unnest($1::int[], $2::bigint[], $3::float8[], $4::float8[], $5::float4[], $6::float4[], $7::float4[],
    $8::smallint[], $9::float4[]) as r (binding, time)
  where r.binding <> all($10::int[]) or r.binding in (select binding from advanced) order by r.binding, r.time
  on conflict (binding, time) do update set latitude = excluded.latitude, longitude = excluded.longitude,
    altitude_m = excluded.altitude_m, speed_kmh = excluded.speed_kmh, course = excluded.course,
    satellites = excluded.satellites, hdop = excluded.hdop, stored_at = excluded.stored_at
), marked as (
  update place_marks m set version = m.version + 1, last = k.last::jsonb, at = now()
  from unnest($10::int[], $12::text[]) as k (binding, last)
  where m.binding = k.binding and m.binding in (select binding from advanced)
)${stateSql(13)} select binding from advanced`;

/** Stores positions with what rules on fences made of them; gives the watched bindings that were stored. */
export async function landPositions(
  pool: pg.Pool,
  rows: readonly PositionRow[],
  { marks, ...write }: PlaceWrite,
): Promise<ReadonlySet<number>> {
  const all = lastOfEach(rows, ({ bindingNumber, position }) => `${bindingNumber}/${position.time}`);
  const found = await pool.query<{ binding: number }>(STATEMENT, [
    ...columnsOf(all, ["bindingNumber"]),
    ...positionValues(all.map(({ position }) => position)),
    ...columnsOf(marks, ["bindingNumber", "known"]),
    arrayOf(marks.map(({ last }) => quoted(last))),
    ...stateValues(write),
  ]);
  return new Set(found.rows.map(({ binding }) => binding));
}

const IMPORT_STATEMENT = `insert into positions (binding, time, latitude, longitude, altitude_m, speed_kmh, course,
    satellites, hdop, stored_at)
  select $1::int, r.*, ${STORED_AT} from unnest($2::bigint[], $3::float8[], $4::float8[], $5::float4[], $6::float4[], $7::float4[],
    $8::smallint[], $9::float4[]) as r (time) order by r.time
  on conflict (binding, time) do nothing`;

/** GPS-01: stores positions that no rule judges, beside those of the device; gives how many were not there. */
export async function importPositions(
  pool: pg.Pool,
  bindingNumber: number,
  positions: readonly GpsPosition[],
): Promise<number> {
  const { rowCount } = await pool.query(IMPORT_STATEMENT, [bindingNumber, ...positionValues(positions)]);
  return rowCount ?? 0;
}

function positionValues(positions: readonly GpsPosition[]): string[] {
  return [
    ...columnsOf(positions, ["time", "latitude", "longitude"]),
    ...OPTIONAL.map((name) => arrayOf(positions.map((position) => single(position[name])))),
  ];
}
