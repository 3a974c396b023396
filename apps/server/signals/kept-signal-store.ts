import type { SignalSql } from "@canopy/can/dbc/sql";
import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";
import { type MessageQuery, messageCondition } from "../frames/history-curve-store.ts";
import { whole } from "../frames/history-filter-sql.ts";
import { type CurvePixel, pixelOf } from "../frames/history-m4.ts";
import type { TimeWindow } from "../frames/retention-store.ts";
import { readNumbers } from "../platform/clickhouse/read-numbers.ts";
import { type CurveGrid, MINUTE_US, SECOND_US } from "./curve-grid.ts";
import { pixelAggregates, valuesSql } from "./decoded-curve-store.ts";
import { type KeptMark, WINDOW_US, type WindowMark } from "./signal-windows.ts";

/** Series of one device, by the numbers that PostgreSQL gave them. */
export interface SeriesOf {
  readonly device: number;
  readonly series: readonly number[];
}

const ofSeries = ({ device, series }: SeriesOf) =>
  `device = ${whole(device)} and series in (${series.length === 0 ? "NULL" : series.map(whole).join(", ")})`;

const between = ({ fromUs, toUs }: TimeWindow, unitUs: number) =>
  `at >= ${whole(Math.floor(fromUs / unitUs))} and at < ${whole(Math.ceil(toUs / unitUs))}`;

const FrameMarkRow = z.object({
  message: z.number(),
  at: z.coerce.number(),
  frames: z.coerce.number(),
  sumUs: z.string(),
});

/** What the frames of each message are now, by window; in the order of the queries. */
export async function readFrameMarks(
  client: ClickHouseClient,
  queries: readonly MessageQuery[],
): Promise<WindowMark[][]> {
  const parts = queries.map(
    (query, i) => `select ${i} as message, intDiv(ts, ${WINDOW_US}) as at, count() as frames,
      toString(sum(toUInt64(ts))) as sumUs from frames where ${messageCondition(query)} group by at`,
  );
  const answer = await client.query({
    query: `select * from (${parts.join(" union all ")}) order by message, at`,
    format: "JSONEachRow",
  });
  const marks: WindowMark[][] = queries.map(() => []);
  for (const { message, ...mark } of z.array(FrameMarkRow).parse(await answer.json())) marks[message]?.push(mark);
  return marks;
}

const KeptRow = z.object({
  at: z.coerce.number(),
  frames: z.coerce.number(),
  sumUs: z.string(),
  holders: z.array(z.coerce.number()),
});

export async function readKeptMarks(client: ClickHouseClient, of: SeriesOf, span: TimeWindow): Promise<KeptMark[]> {
  const answer = await client.query({
    query: `select at, frames, toString(sum_us) as sumUs, groupArray(series) as holders
      from signal_windows final where ${ofSeries(of)} and ${between(span, WINDOW_US)}
      group by at, frames, sumUs order by at`,
    format: "JSONEachRow",
  });
  return z
    .array(KeptRow)
    .parse(await answer.json())
    .map(({ holders, ...row }) => ({ ...row, series: new Set(holders) }));
}

const SECOND_COLUMNS = "device, series, at, n, first_us, first, last_us, last, min_us, min, max_us, max, version";
/** Each with a name of its own: literals of one value would be one column. */
const EMPTY = ["c", "fu", "f", "lu", "l", "nu", "mn", "xu", "mx"]
  .map((name) => `${name.endsWith("u") || name === "c" ? "toInt64(0)" : "toFloat64(0)"} as ${name}`)
  .join(", ");

/** Marks what is kept of a span as gone; the rows that follow have a higher version. */
function goneSql(of: SeriesOf, span: TimeWindow, version: number): string {
  return `select device, series, at, ${EMPTY}, toUInt64(${whole(version)}) as v from signal_seconds final
    where ${ofSeries(of)} and ${between(span, SECOND_US)} and n > 0`;
}

export interface SeriesOfMessage {
  readonly frames: MessageQuery;
  readonly signals: readonly { readonly series: number; readonly sql: SignalSql }[];
}

function secondsSql({ frames, signals }: SeriesOfMessage, version: number): string {
  const tuples = signals.map(({ series }, i) => `(toUInt32(${whole(series)}), ${pixelAggregates(i).join(", ")})`);
  const sql = signals.map((one) => one.sql);
  const offsets = [3, 5, 7, 9].map((i) => `x.${i} - second * ${SECOND_US}, x.${i + 1}`);
  return `select toUInt32(${whole(frames.bindingNumber)}), x.1, second, x.2, ${offsets.join(", ")},
      toUInt64(${whole(version)})
    from (select intDiv(ts, ${SECOND_US}) as second, [${tuples.join(", ")}] as xs
      from (${valuesSql(frames, sql)}) group by second) array join xs as x where x.2 > 0`;
}

/** The seconds of several messages in one insert: those before are gone, those now are there. */
export async function insertSeconds(
  client: ClickHouseClient,
  span: TimeWindow,
  messages: readonly SeriesOfMessage[],
  version: number,
): Promise<void> {
  const [first] = messages;
  if (first === undefined) return;
  const of = {
    device: first.frames.bindingNumber,
    series: messages.flatMap(({ signals }) => signals.map(({ series }) => series)),
  };
  const parts = [goneSql(of, span, version), ...messages.map((message) => secondsSql(message, version + 1))];
  await client.command({ query: `insert into signal_seconds (${SECOND_COLUMNS}) ${unionSql(parts)}` });
}

const unionSql = (parts: readonly string[]) => `select * from (${parts.join(" union all ")})`;

/** For signals that are decoded here: what is kept goes, then what was found comes. */
export async function replaceSeconds(
  client: ClickHouseClient,
  { device, span, version }: { readonly device: number; readonly span: TimeWindow; readonly version: number },
  found: ReadonlyMap<number, readonly CurvePixel[]>,
): Promise<void> {
  const gone = goneSql({ device, series: [...found.keys()] }, span, version);
  await client.command({ query: `insert into signal_seconds (${SECOND_COLUMNS}) ${unionSql([gone])}` });
  const values = [...found].flatMap(([series, pixels]) =>
    pixels.map((pixel) => {
      const at = Math.floor(pixel.firstUs / SECOND_US);
      const offset = (timeUs: number) => timeUs - at * SECOND_US;
      return {
        device,
        series,
        at,
        n: pixel.samples,
        first_us: offset(pixel.firstUs),
        first: pixel.first,
        last_us: offset(pixel.lastUs),
        last: pixel.last,
        min_us: offset(pixel.minUs),
        min: pixel.min,
        max_us: offset(pixel.maxUs),
        max: pixel.max,
        version: version + 1,
      };
    }),
  );
  if (values.length > 0) await client.insert({ table: "signal_seconds", values, format: "JSONEachRow" });
}

/** Seconds or minutes that have samples, joined into larger buckets, in the order of `CurvePixel`. */
const JOINED = [
  "sum(n)",
  "min(base + first_us)",
  "argMin(first, at)",
  "max(base + last_us)",
  "argMax(last, at)",
  "argMin(base + min_us, min)",
  "min(min)",
  "argMax(base + max_us, max)",
  "max(max)",
];

/** Where some may have none: those of a bucket without any are zero. */
const JOINED_IF = `sum(n) as c,
  minIf(base + first_us, n > 0) as fu, argMinIf(first, at, n > 0) as f,
  maxIf(base + last_us, n > 0) as lu, argMaxIf(last, at, n > 0) as l,
  argMinIf(base + min_us, min, n > 0) as nu, minIf(min, n > 0) as mn,
  argMaxIf(base + max_us, max, n > 0) as xu, maxIf(max, n > 0) as mx`;

/** The minutes, from the seconds that are kept of them. */
export async function insertMinutes(
  client: ClickHouseClient,
  of: SeriesOf,
  span: TimeWindow,
  version: number,
): Promise<void> {
  const offset = (time: string) => `if(c = 0, 0, ${time} - minute * ${MINUTE_US})`;
  await client.command({
    query: `insert into signal_minutes (${SECOND_COLUMNS})
      select device, series, minute, c, ${offset("fu")}, f, ${offset("lu")}, l, ${offset("nu")}, mn, ${offset("xu")}, mx,
        toUInt64(${whole(version)})
      from (select device, series, intDiv(at, 60) as minute, ${JOINED_IF}
        from (select *, toInt64(at) * ${SECOND_US} as base from signal_seconds final
          where ${ofSeries(of)} and ${between(span, SECOND_US)})
        group by device, series, minute)`,
  });
}

/** Written last: from here on the windows count as kept. */
export async function insertWindows(
  client: ClickHouseClient,
  device: number,
  marks: readonly (WindowMark & { readonly series: number })[],
  version: number,
): Promise<void> {
  if (marks.length === 0) return;
  const values = marks.map(({ series, at, frames, sumUs }) => ({ device, series, at, frames, sum_us: sumUs, version }));
  await client.insert({ table: "signal_windows", values, format: "JSONEachRow" });
}

const TABLES = [
  ["signal_windows", WINDOW_US],
  ["signal_minutes", MINUTE_US],
  ["signal_seconds", SECOND_US],
] as const;

/** Windows first: what is half gone must not count as kept. */
export async function deleteKept(client: ClickHouseClient, of: SeriesOf, span?: TimeWindow): Promise<void> {
  if (of.series.length === 0) return;
  for (const [table, unitUs] of TABLES)
    await remove(client, table, `${ofSeries(of)}${span ? ` and ${between(span, unitUs)}` : ""}`);
}

/** All of a device whose frames go for good. */
export async function deleteKeptOfDevice(client: ClickHouseClient, device: number): Promise<void> {
  for (const [table] of TABLES) await remove(client, table, `device = ${whole(device)}`);
}

async function remove(client: ClickHouseClient, table: string, condition: string): Promise<void> {
  await client.command({
    query: `delete from ${table} where ${condition}`,
    clickhouse_settings: { lightweight_deletes_sync: "2" },
  });
}

/** The kept values of several series by pixel, apart from some spans. Pixels are of whole seconds or whole minutes. */
export async function readKeptPixels(
  client: ClickHouseClient,
  of: SeriesOf,
  grid: CurveGrid,
  apart: readonly TimeWindow[],
): Promise<Map<number, CurvePixel[]>> {
  const [table, unitUs] =
    grid.pixelUs % MINUTE_US === 0
      ? (["signal_minutes", MINUTE_US] as const)
      : (["signal_seconds", SECOND_US] as const);
  const without = apart.map((span) => ` and not (${between(span, unitUs)})`).join("");
  const pixel = `intDiv(base - ${whole(grid.fromUs)}, ${whole(grid.pixelUs)})`;
  const { rows, columns } = await readNumbers(
    client,
    ["series", pixel, ...JOINED],
    `from (select *, toInt64(at) * ${unitUs} as base from ${table} final
        where ${ofSeries(of)} and ${between(grid, unitUs)}${without} and n > 0)
      group by series, ${pixel} order by series, ${pixel}
      settings do_not_merge_across_partitions_select_final = 1`,
  );
  const [series, index, ...values] = columns;
  const pixels = new Map<number, CurvePixel[]>(of.series.map((number) => [number, []]));
  for (let row = 0; row < rows; row += 1)
    pixels.get(series?.[row] as number)?.push(pixelOf(index?.[row] as number, values, row));
  return pixels;
}
