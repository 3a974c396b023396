import type { GpsPosition } from "@canopy/contract/device-link/gps";
import type { DataPoint } from "@canopy/contract/device-link/points";
import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";
import type { TimeWindow } from "./retention-store.ts";

export type PositionRow = Omit<GpsPosition, "time"> & { readonly device: number; readonly ts: number };

export interface PointRow {
  readonly device: number;
  readonly ts: number;
  readonly data_group: string;
  readonly content: string;
}

export const positionRow = (device: number, { time, ...rest }: GpsPosition): PositionRow => ({
  device,
  ts: time * 1000,
  ...rest,
});

export const pointRow = (device: number, { time, group, values }: DataPoint): PointRow => ({
  device,
  ts: time * 1000,
  data_group: group,
  content: JSON.stringify(values),
});

export async function insertPositions(client: ClickHouseClient, rows: readonly PositionRow[]): Promise<void> {
  await client.insert({ table: "positions", values: [...rows], format: "JSONEachRow" });
}

export async function insertPoints(client: ClickHouseClient, rows: readonly PointRow[]): Promise<void> {
  await client.insert({ table: "points", values: [...rows], format: "JSONEachRow" });
}

const optional = z.number().nullable();
const StoredPosition = z.object({
  timeUs: z.coerce.number(),
  latitude: z.number(),
  longitude: z.number(),
  altitude_m: optional,
  speed_kmh: optional,
  course: optional,
  satellites: optional,
  hdop: optional,
});
export type StoredPosition = z.infer<typeof StoredPosition>;

export interface PointQuery extends TimeWindow {
  readonly bindingNumber: number;
  readonly limit: number;
}

const parametersOf = ({ bindingNumber, fromUs, toUs, limit }: PointQuery) => ({
  device: bindingNumber,
  from: fromUs,
  to: toUs,
  limit,
});

/** Oldest first. */
export async function readPositions(client: ClickHouseClient, query: PointQuery): Promise<StoredPosition[]> {
  const answer = await client.query({
    query: `select ts as timeUs, latitude, longitude, altitude_m, speed_kmh, course, satellites, hdop
      from positions final where device = {device:UInt32} and ts >= {from:Int64} and ts < {to:Int64}
      order by ts limit {limit:UInt32}`,
    query_params: parametersOf(query),
    format: "JSONEachRow",
  });
  return z.array(StoredPosition).parse(await answer.json());
}

const StoredPoint = z.object({ timeUs: z.coerce.number(), content: z.string() });

/** Of one data group, oldest first. */
export async function readPoints(
  client: ClickHouseClient,
  group: string,
  query: PointQuery,
): Promise<{ timeUs: number; values: unknown }[]> {
  const answer = await client.query({
    query: `select ts as timeUs, content from points final
      where device = {device:UInt32} and data_group = {group:String} and ts >= {from:Int64} and ts < {to:Int64}
      order by ts limit {limit:UInt32}`,
    query_params: { ...parametersOf(query), group },
    format: "JSONEachRow",
  });
  const rows = z.array(StoredPoint).parse(await answer.json());
  return rows.map(({ timeUs, content }) => ({ timeUs, values: JSON.parse(content) }));
}

/** All of a binding that has ended, or that is emptied. */
export async function deletePoints(client: ClickHouseClient, bindingNumber: number): Promise<void> {
  for (const table of ["positions", "points"])
    await client.command({
      query: `delete from ${table} where device = {device:UInt32}`,
      query_params: { device: bindingNumber },
    });
}

/** As many as fit into the address of a request. */
const BINDINGS_AT_ONCE = 500;

/** DAT-06: of these bindings what is older. Looked for first: a deletion rewrites parts even where it finds nothing. */
export async function deleteOldPoints(
  client: ClickHouseClient,
  bindings: readonly number[],
  beforeUs: number,
): Promise<void> {
  for (let from = 0; from < bindings.length; from += BINDINGS_AT_ONCE) {
    const query_params = { devices: bindings.slice(from, from + BINDINGS_AT_ONCE), before: beforeUs };
    for (const table of ["positions", "points"]) await deleteOld(client, table, query_params);
  }
}

const Old = z.array(z.object({ old: z.coerce.number() }));

async function deleteOld(
  client: ClickHouseClient,
  table: string,
  query_params: Record<string, unknown>,
): Promise<void> {
  const old = "device in ({devices:Array(UInt32)}) and ts < {before:Int64}";
  const query = `select count() as old from ${table} where ${old}`;
  const answer = await client.query({ query, query_params, format: "JSONEachRow" });
  const [found] = Old.parse(await answer.json());
  if (found?.old) await client.command({ query: `delete from ${table} where ${old}`, query_params });
}
