import type { SignalSql } from "@canopy/can/dbc/sql";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE } from "@canopy/can/frame/frame";
import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";
import { whole } from "./history-filter-sql.ts";
import type { CurvePixel } from "./history-m4.ts";
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

const PixelRow = z.object({
  index: z.coerce.number(),
  samples: z.coerce.number(),
  firstUs: z.coerce.number(),
  first: z.number(),
  lastUs: z.coerce.number(),
  last: z.number(),
  minUs: z.coerce.number(),
  min: z.number(),
  maxUs: z.coerce.number(),
  max: z.number(),
});

/** Decoded and reduced in the store: only pixels leave it. */
export async function readPixels(
  client: ClickHouseClient,
  query: MessageQuery,
  signal: SignalSql,
  pixelUs: number,
): Promise<CurvePixel[]> {
  const answer = await client.query({
    query: `select intDiv(ts - ${whole(query.fromUs)}, ${whole(pixelUs)}) as index, count() as samples,
        min(ts) as firstUs, argMin(v, ts) as first, max(ts) as lastUs, argMax(v, ts) as last,
        argMin(ts, v) as minUs, min(v) as min, argMax(ts, v) as maxUs, max(v) as max
      from (select ts, ${signal.value} as v from frames
        where ${messageCondition(query)} and len >= ${whole(signal.minimumLength)})
      where isFinite(v) group by index order by index`,
    format: "JSONEachRow",
  });
  return z.array(PixelRow).parse(await answer.json());
}

/** The bytes of the rows of `parsePayloads`, in the order of time; the store sends as fast as they are taken. */
export async function streamPayloads(client: ClickHouseClient, query: MessageQuery): Promise<AsyncIterable<Buffer>> {
  const { stream } = await client.exec({
    query: `select ts, flags, len, d8, ext from frames where ${messageCondition(query)} order by ts FORMAT RowBinary`,
  });
  return stream;
}
