import type { WireFrame } from "@canopy/can/bus/bit-length";
import { parseHex } from "@canopy/can/bytes/hex";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE } from "@canopy/can/frame/frame";
import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";
import { whole } from "./history-filter-sql.ts";
import type { TimeWindow } from "./retention-store.ts";

export interface ChannelQuery extends TimeWindow {
  readonly bindingNumber: number;
  readonly channel: number;
}

/** Enough for a mean within a percent: stuff bits of one identifier vary by few. */
const SAMPLES = 48;
const CYCLE_WINDOW_US = 60_000_000;
/** Times of one identifier that cycles are measured on. */
const MAX_TIMES = 6000;

const conditionOf = ({ bindingNumber, channel, fromUs, toUs }: ChannelQuery) =>
  `device = ${whole(bindingNumber)} and ch = ${whole(channel)} and ts >= ${whole(fromUs)} and ts < ${whole(toUs)}`;

/** An identifier with its format as one number; error frames have none and are one of their own. */
const KEY = `if(bitAnd(flags, ${FLAG_ERROR}) != 0, toUInt64(4294967295), toUInt64(id) * 2 + bitAnd(flags, ${FLAG_EXTENDED}))`;
export const ERROR_KEY = 0xffff_ffff;

export interface IdSample {
  readonly key: number;
  readonly frames: number;
  readonly lastUs: number;
  readonly samples: readonly WireFrame[];
}

const SampleRow = z.object({
  key: z.coerce.number(),
  frames: z.coerce.number(),
  lastUs: z.coerce.number(),
  samples: z.array(z.tuple([z.number(), z.number(), z.number(), z.string()])),
});

/** Every identifier of the range with some of its frames, taken at random. */
export async function readIdSamples(client: ClickHouseClient, query: ChannelQuery): Promise<IdSample[]> {
  const answer = await client.query({
    query: `select ${KEY} as key, count() as frames, max(ts) as lastUs,
        groupArraySample(${SAMPLES}, 1)((id, flags, len, hex(reinterpretAsFixedString(d8)) || hex(ext))) as samples
      from frames where ${conditionOf(query)} group by key`,
    format: "JSONEachRow",
  });
  const rows = z.array(SampleRow).parse(await answer.json());
  return rows.map(({ samples, ...row }) => ({ ...row, samples: samples.map(toWireFrame) }));
}

function toWireFrame([id, flags, size, hex]: [number, number, number, string]): WireFrame {
  const bytes = parseHex(hex);
  if (!bytes.ok) throw new Error("the store answered something else than hex");
  return { id, flags, size, data: bytes.value.subarray(0, flags & FLAG_REMOTE ? 0 : size) };
}

export interface HealthBucket {
  readonly index: number;
  readonly frames: number;
  readonly errors: number;
  /** Microseconds that frames took, in all and in the busiest second. */
  readonly busyUs: number;
  readonly peakUs: number;
  readonly peakAtUs: number;
}

const BucketRow = z.object({
  index: z.coerce.number(),
  frames: z.coerce.number(),
  errors: z.coerce.number(),
  busyUs: z.coerce.number(),
  peakUs: z.coerce.number(),
  peakAtUs: z.coerce.number(),
});

/** By second, then by bucket. `frameUs`: how long a frame of each key takes on the bus. */
export async function readHealthBuckets(
  client: ClickHouseClient,
  query: ChannelQuery & { readonly bucketUs: number },
  frameUs: ReadonlyMap<number, number>,
): Promise<HealthBucket[]> {
  if (frameUs.size === 0) return [];
  const keys = [...frameUs.keys()].map(whole).join(", ");
  const lengths = [...frameUs.values()].map((us) => us.toFixed(3)).join(", ");
  const answer = await client.query({
    query: `select intDiv(s * 1000000 - ${whole(query.fromUs)}, ${whole(query.bucketUs)}) as index, sum(n) as frames,
        sum(e) as errors, sum(busy) as busyUs, max(busy) as peakUs, argMax(s, busy) * 1000000 as peakAtUs
      from (
        select intDiv(ts, 1000000) as s, count() as n, countIf(bitAnd(flags, ${FLAG_ERROR}) != 0) as e,
          sum(transform(${KEY}, [${keys}], [${lengths}], 0.)) as busy
        from frames where ${conditionOf(query)} group by s
      ) group by index order by index`,
    format: "JSONEachRow",
  });
  return z.array(BucketRow).parse(await answer.json());
}

const ErrorRow = z.object({ hex: z.string(), lastUs: z.coerce.number() });
/** A broken bus says the same again and again; these are the newest of what it said. */
const MAX_ERROR_KINDS = 1000;

/** What error frames of up to eight bytes hold, each once, with when it was last so; the newest first. */
export async function readErrorFrames(
  client: ClickHouseClient,
  query: ChannelQuery,
): Promise<{ lastUs: number; data: Uint8Array }[]> {
  const answer = await client.query({
    query: `select substring(hex(reinterpretAsFixedString(d8)), 1, 2 * len) as hex, max(ts) as lastUs
      from frames where ${conditionOf(query)} and bitAnd(flags, ${FLAG_ERROR}) != 0 and len <= 8
      group by hex order by lastUs desc limit ${MAX_ERROR_KINDS}`,
    format: "JSONEachRow",
  });
  return z
    .array(ErrorRow)
    .parse(await answer.json())
    .map(({ hex, lastUs }) => {
      const bytes = parseHex(hex);
      return { lastUs, data: bytes.ok ? bytes.value : new Uint8Array(0) };
    });
}

const TimesRow = z.object({ key: z.coerce.number(), times: z.array(z.coerce.number()) });

/** The times of each identifier in the last minute before `untilUs`, in order. */
export async function readCycleTimes(
  client: ClickHouseClient,
  query: ChannelQuery,
  untilUs: number,
): Promise<Map<number, number[]>> {
  const window = { ...query, fromUs: Math.max(query.fromUs, untilUs - CYCLE_WINDOW_US), toUs: untilUs + 1 };
  const answer = await client.query({
    query: `select ${KEY} as key, arraySort(groupArray(${MAX_TIMES})(ts)) as times
      from frames where ${conditionOf(window)} and bitAnd(flags, ${FLAG_ERROR}) = 0 group by key`,
    format: "JSONEachRow",
  });
  const rows = z.array(TimesRow).parse(await answer.json());
  return new Map(rows.map(({ key, times }) => [key, times]));
}
