import type { Point, PointCurve } from "@canopy/contract/frames/points";
import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";
import type { TimeWindow } from "./retention-store.ts";

const Row = z.object({ data_group: z.string(), ts: z.coerce.number(), content: z.string() });
const Values = z.record(z.string(), z.union([z.number(), z.boolean(), z.string(), z.array(z.number())]));

const pointOf = ({ data_group, ts, content }: z.output<typeof Row>): Point => ({
  group: data_group,
  time: Math.floor(ts / 1000),
  values: Values.parse(JSON.parse(content)),
});

/** Of each data group the newest: times first, which is a narrow column, then the contents of those alone. */
export async function newestPoints(client: ClickHouseClient, device: number): Promise<Point[]> {
  const answer = await client.query({
    query: `select data_group, ts, content from points final where device = {device:UInt32} and (data_group, ts) in
      (select data_group, max(ts) from points where device = {device:UInt32} group by data_group) order by data_group`,
    query_params: { device },
    format: "JSONEachRow",
  });
  return z
    .array(Row)
    .parse(await answer.json())
    .map(pointOf);
}

export interface PointPage extends TimeWindow {
  readonly device: number;
  readonly group: string;
  readonly limit: number;
}

const WHERE = `device = {device:UInt32} and data_group = {group:String} and ts >= {from:Int64} and ts < {to:Int64}`;
const parametersOf = ({ device, group, fromUs, toUs }: Omit<PointPage, "limit">) => ({
  device,
  group,
  from: fromUs,
  to: toUs,
});

/** Newest first. */
export async function pageOfPoints(client: ClickHouseClient, page: PointPage): Promise<Point[]> {
  const answer = await client.query({
    query: `select data_group, ts, content from points final where ${WHERE} order by ts desc limit {limit:UInt32}`,
    query_params: { ...parametersOf(page), limit: page.limit },
    format: "JSONEachRow",
  });
  return z
    .array(Row)
    .parse(await answer.json())
    .map(pointOf);
}

export async function countPoints(client: ClickHouseClient, page: Omit<PointPage, "limit">): Promise<number> {
  const answer = await client.query({
    query: `select count() as total from points final where ${WHERE}`,
    query_params: parametersOf(page),
    format: "JSONEachRow",
  });
  const [row] = z.array(z.object({ total: z.coerce.number() })).parse(await answer.json());
  return row?.total ?? 0;
}

const Pixel = z.object({
  at: z.coerce.number(),
  low: z.number(),
  high: z.number(),
  last: z.number(),
  time: z.coerce.number(),
});

type Pixels = PointCurve["curves"][number]["pixels"];

/** One field, at most one entry per pixel. What is no number, and no yes or no, is left out. */
export async function pointPixels(
  client: ClickHouseClient,
  wanted: Omit<PointPage, "limit"> & { field: string; pixelUs: number },
): Promise<Pixels> {
  const answer = await client.query({
    query: `select intDiv(ts - {from:Int64}, {pixel:Int64}) as at, min(v) as low, max(v) as high, argMax(v, ts) as last,
        intDiv(max(ts), 1000) as time
      from (select ts, multiIf(raw = 'true', 1, raw = 'false', 0, toFloat64OrNull(raw)) as v
        from (select ts, JSONExtractRaw(content, {field:String}) as raw from points final where ${WHERE}))
      where isFinite(v) group by at order by at`,
    query_params: { ...parametersOf(wanted), field: wanted.field, pixel: wanted.pixelUs },
    // Its parser for special instructions refuses emulated processors; the plain one works everywhere.
    clickhouse_settings: { allow_simdjson: 0 },
    format: "JSONEachRow",
  });
  const found = z.array(Pixel).parse(await answer.json());
  return found.map(({ low, high, ...rest }) => ({ ...rest, min: low, max: high }));
}
