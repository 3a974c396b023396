import type { SignalSql } from "@canopy/can/dbc/sql";
import type { ClickHouseClient } from "@clickhouse/client";
import { type MessageQuery, messageCondition } from "../frames/history-curve-store.ts";
import { whole } from "../frames/history-filter-sql.ts";
import type { CurvePixel } from "../frames/history-m4.ts";
import type { RawCurve } from "./curve-points.ts";

/** 64-bit numbers come as text; null stands for what is not a number. */
type Cell = string | number | null | undefined;
type Row = readonly Cell[];

/** The values of several signals of one message, `v0…`, and whether a frame has them, `k0…`. */
export function valuesSql(query: MessageQuery, signals: readonly SignalSql[]): string {
  const columns = signals.map(
    ({ value, minimumLength }, i) => `${value} as v${i}, isFinite(v${i}) and len >= ${whole(minimumLength)} as k${i}`,
  );
  return `select ts, ${columns.join(", ")} from frames where ${messageCondition(query)}`;
}

/** Aggregates of signal `i` in the order of `CurvePixel`, without its index. */
export function pixelAggregates(i: number): readonly string[] {
  const [v, k] = [`v${i}`, `k${i}`];
  return [
    `countIf(${k})`,
    `minIf(ts, ${k})`,
    `argMinIf(${v}, ts, ${k})`,
    `maxIf(ts, ${k})`,
    `argMaxIf(${v}, ts, ${k})`,
    `argMinIf(ts, ${v}, ${k})`,
    `minIf(${v}, ${k})`,
    `argMaxIf(ts, ${v}, ${k})`,
    `maxIf(${v}, ${k})`,
  ];
}
const PIXEL_CELLS = 9;

/** Decoded and reduced in the store, all signals of the message in one reading; pixels are counted from `originUs`. */
export async function readMessagePixels(
  client: ClickHouseClient,
  query: MessageQuery,
  signals: readonly SignalSql[],
  { originUs, pixelUs }: { readonly originUs: number; readonly pixelUs: number },
): Promise<CurvePixel[][]> {
  const columns = signals.flatMap((_, i) => pixelAggregates(i));
  const rows = await readRows(
    client,
    `select intDiv(ts - ${whole(originUs)}, ${whole(pixelUs)}) as pixel, ${columns.join(", ")}
      from (${valuesSql(query, signals)}) group by pixel order by pixel`,
  );
  return signals.map((_, i) =>
    rows.flatMap((row) => {
      const pixel = pixelOf(row[0], row.slice(1 + i * PIXEL_CELLS, 1 + (i + 1) * PIXEL_CELLS));
      return pixel.samples === 0 ? [] : [pixel];
    }),
  );
}

export function pixelOf(index: Cell, cells: readonly Cell[]): CurvePixel {
  const [samples, firstUs, first, lastUs, last, minUs, min, maxUs, max] = cells.map(Number);
  const numbers = { samples, firstUs, first, lastUs, last, minUs, min, maxUs, max };
  return { index: Number(index), ...(numbers as Omit<CurvePixel, "index">) };
}

/** Every sample, unless there are more frames than `limit`. */
export async function readMessageSamples(
  client: ClickHouseClient,
  query: MessageQuery,
  signals: readonly SignalSql[],
  limit: number,
): Promise<RawCurve[] | undefined> {
  const columns = signals.map((_, i) => `if(k${i}, v${i}, nan)`);
  const present = signals.map((_, i) => `k${i}`);
  const rows = await readRows(
    client,
    `select ts, ${columns.join(", ")} from (${valuesSql(query, signals)})
      where ${present.join(" or ")} order by ts limit ${whole(limit + 1)}`,
  );
  if (rows.length > limit) return undefined;
  return signals.map((_, i) => {
    const present = rows.filter((row) => row[1 + i] !== null);
    return {
      kind: "raw",
      timesUs: present.map(([ts]) => Number(ts)),
      values: present.map((row) => Number(row[1 + i])),
    };
  });
}

/** Ten thousands of cells: looked at row by row, which is enough for rows that our own statements name. */
export async function readRows(client: ClickHouseClient, query: string): Promise<Row[]> {
  const answer = await client.query({ query, format: "JSONCompactEachRow" });
  const rows: unknown[] = await answer.json();
  if (!rows.every(isRow)) throw new TypeError("the store answered other rows than asked for");
  return rows;
}

const isRow = (row: unknown): row is Row => Array.isArray(row);
