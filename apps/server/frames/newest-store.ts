import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import type { NewestData } from "@canopy/contract/frames/points";
import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";

/** A cycle is rarely longer; over more than a minute a busy bus would be read for its old frames. */
const FRAMES_OF_US = 60_000_000;
const MAX_FRAMES = 1000;

const Newest = z.object({
  ts: z.coerce.number(),
  ch: z.number(),
  id: z.number(),
  flags: z.number(),
  len: z.number(),
  d8: z.coerce.bigint(),
  ext: z.string(),
});

/** Of each channel and identifier the newest frame, in the minute before `lastUs`. */
export async function newestFrames(
  client: ClickHouseClient,
  device: number,
  lastUs: number,
): Promise<NewestData["frames"]> {
  const answer = await client.query({
    query: `select max(ts) as ts, ch, id, argMax(flags, frames.ts) as flags, argMax(len, frames.ts) as len,
        toString(argMax(d8, frames.ts)) as d8, hex(argMax(ext, frames.ts)) as ext
      from frames where device = {device:UInt32} and frames.ts > {from:Int64} and frames.ts <= {to:Int64}
      group by ch, id, bitAnd(frames.flags, ${FLAG_EXTENDED}) order by ch, id limit ${MAX_FRAMES}`,
    query_params: { device, from: lastUs - FRAMES_OF_US, to: lastUs },
    format: "JSONEachRow",
  });
  return z
    .array(Newest)
    .parse(await answer.json())
    .map(({ ts, ch, id, flags, len, d8, ext }) => ({
      time: Math.floor(ts / 1000),
      channel: ch,
      id,
      extended: (flags & FLAG_EXTENDED) !== 0,
      data: `${firstBytes(d8, Math.min(8, len))}${ext}`,
    }));
}

/** `d8` holds bytes 0-7 little-endian. */
function firstBytes(d8: bigint, count: number): string {
  const bytes = Array.from({ length: count }, (_, i) => Number((d8 >> BigInt(8 * i)) & 0xffn));
  return bytes.map((byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join("");
}

const Position = z.object({
  ts: z.coerce.number(),
  latitude: z.number(),
  longitude: z.number(),
  altitude_m: z.number().nullable(),
  speed_kmh: z.number().nullable(),
  course: z.number().nullable(),
  satellites: z.number().nullable(),
  hdop: z.number().nullable(),
});

export async function newestPosition(client: ClickHouseClient, device: number): Promise<NewestData["position"]> {
  const answer = await client.query({
    query: `select * except device from positions final where device = {device:UInt32} order by ts desc limit 1`,
    query_params: { device },
    format: "JSONEachRow",
  });
  const [row] = z.array(Position).parse(await answer.json());
  if (!row) return null;
  const { ts, ...rest } = row;
  return { time: Math.floor(ts / 1000), ...rest };
}
