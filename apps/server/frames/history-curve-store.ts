import type { SignalSql } from "@canopy/can/dbc/sql";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE } from "@canopy/can/frame/frame";
import type { ClickHouseClient } from "@clickhouse/client";
import { readNumbers } from "../platform/clickhouse/read-numbers.ts";
import { whole } from "./history-filter-sql.ts";
import { type CurvePixel, pixelOf } from "./history-m4.ts";
import type { TimeWindow } from "./retention-store.ts";

/** The frames of one message on one channel. */
export interface MessageQuery extends TimeWindow {
  readonly bindingNumber: number;
  readonly channel: number;
  readonly id: number;
  readonly isExtended: boolean;
  /** Other identifiers that carry the message too (J1939: other sources and priorities). */
  readonly alsoIds?: IdSpans;
}

/** Whole spans of identifiers, both ends included, apart from some. */
export interface IdSpans {
  readonly spans: readonly { readonly from: number; readonly to: number }[];
  readonly except: readonly number[];
}

const DATA_FRAME = FLAG_EXTENDED | FLAG_REMOTE | FLAG_ERROR;

/** The condition of a query over `frames`. */
export function messageCondition(query: MessageQuery): string {
  const { bindingNumber, channel, isExtended, fromUs, toUs } = query;
  return `device = ${whole(bindingNumber)} and ch = ${whole(channel)} and ${idCondition(query)}
    and ts >= ${whole(fromUs)} and ts < ${whole(toUs)}
    and bitAnd(flags, ${DATA_FRAME}) = ${isExtended ? FLAG_EXTENDED : 0}`;
}

function idCondition({ id, alsoIds }: MessageQuery): string {
  if (alsoIds === undefined) return `id = ${whole(id)}`;
  const spans = alsoIds.spans.map(({ from, to }) => `id between ${whole(from)} and ${whole(to)}`);
  const except = alsoIds.except.length === 0 ? "" : ` and id not in (${alsoIds.except.map(whole).join(", ")})`;
  return `(id = ${whole(id)} or ((${spans.join(" or ")})${except}))`;
}

/** Of the samples `v` at `ts`, in the order of `pixelOf`. */
const PIXEL_AGGREGATES = [
  "count()",
  "min(ts)",
  "argMin(v, ts)",
  "max(ts)",
  "argMax(v, ts)",
  "argMin(ts, v)",
  "min(v)",
  "argMax(ts, v)",
  "max(v)",
];

/** Decoded and reduced in the store: only pixels leave it. */
export async function readPixels(
  client: ClickHouseClient,
  query: MessageQuery,
  signal: SignalSql,
  pixelUs: number,
): Promise<CurvePixel[]> {
  const pixel = `intDiv(ts - ${whole(query.fromUs)}, ${whole(pixelUs)})`;
  const { columns } = await readNumbers(
    client,
    [pixel, ...PIXEL_AGGREGATES],
    `from (select ts, ${signal.value} as v from frames
        where ${messageCondition(query)} and len >= ${whole(signal.minimumLength)})
      where isFinite(v) group by ${pixel} order by ${pixel}`,
  );
  const [pixels = new Float64Array(), ...values] = columns;
  return Array.from(pixels, (index, row) => pixelOf(index, values, row));
}

/** The bytes of the rows of `parsePayloads`, in the order of time; the store sends as fast as they are taken. */
export async function streamPayloads(client: ClickHouseClient, query: MessageQuery): Promise<AsyncIterable<Buffer>> {
  const { stream } = await client.exec({
    query: `select ts, flags, len, d8, ext from frames where ${messageCondition(query)} order by ts FORMAT RowBinary`,
  });
  return stream;
}
