import type { SignalSql } from "@canopy/can/dbc/sql";
import type { ClickHouseClient } from "@clickhouse/client";
import { type MessageQuery, messageCondition } from "../frames/history-curve-store.ts";
import { whole } from "../frames/history-filter-sql.ts";
import { type CurvePixel, PIXEL_COLUMNS, pixelOf } from "../frames/history-m4.ts";
import { readNumbers } from "../platform/clickhouse/read-numbers.ts";
import type { RawCurve } from "./curve-points.ts";

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

/** Decoded and reduced in the store, all signals of the message in one reading; pixels are counted from `originUs`. */
export async function readMessagePixels(
  client: ClickHouseClient,
  query: MessageQuery,
  signals: readonly SignalSql[],
  { originUs, pixelUs }: { readonly originUs: number; readonly pixelUs: number },
): Promise<CurvePixel[][]> {
  const pixel = `intDiv(ts - ${whole(originUs)}, ${whole(pixelUs)})`;
  const { columns } = await readNumbers(
    client,
    [pixel, ...signals.flatMap((_, i) => pixelAggregates(i))],
    `from (${valuesSql(query, signals)}) group by ${pixel} order by ${pixel}`,
  );
  const [pixels = new Float64Array(), ...values] = columns;
  return signals.map((_, i) => {
    const own = values.slice(i * PIXEL_COLUMNS, (i + 1) * PIXEL_COLUMNS);
    return Array.from(pixels, (index, row) => pixelOf(index, own, row)).filter(({ samples }) => samples > 0);
  });
}

/** Every sample, unless there are more frames than `limit`. */
export async function readMessageSamples(
  client: ClickHouseClient,
  query: MessageQuery,
  signals: readonly SignalSql[],
  limit: number,
): Promise<RawCurve[] | undefined> {
  const present = signals.map((_, i) => `k${i}`);
  const { rows, columns } = await readNumbers(
    client,
    ["ts", ...signals.map((_, i) => `if(k${i}, v${i}, nan)`)],
    `from (${valuesSql(query, signals)}) where ${present.join(" or ")} order by ts limit ${whole(limit + 1)}`,
  );
  if (rows > limit) return undefined;
  const [times = new Float64Array(), ...values] = columns;
  return values.map((column) => {
    const isPresent = (_: number, row: number) => !Number.isNaN(column[row]);
    return { kind: "raw", timesUs: [...times.filter(isPresent)], values: [...column.filter(isPresent)] };
  });
}
