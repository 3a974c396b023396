import { parseHex } from "@canopy/can/bytes/hex";
import type { ObservedId } from "@canopy/can/dbc/traffic";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE } from "@canopy/can/frame/frame";
import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";
import { whole } from "../frames/history-filter-sql.ts";

export interface ChannelWindow {
  readonly bindingNumber: number;
  readonly channel: number;
  readonly fromUs: number;
  readonly toUs: number;
}

/** Enough to see a value leave its limits or a byte order fail; payloads of so many identifiers at most. */
const PAYLOADS = 200;
const MAX_ROWS = 200_000;
const MAX_IDS = 5000;

const conditionOf = ({ bindingNumber, channel, fromUs, toUs }: ChannelWindow) =>
  `device = ${whole(bindingNumber)} and ch = ${whole(channel)} and ts >= ${whole(fromUs)} and ts < ${whole(toUs)}
    and bitAnd(flags, ${FLAG_ERROR + FLAG_REMOTE}) = 0`;
const KEY = `toUInt64(id) * 2 + (bitAnd(flags, ${FLAG_EXTENDED}) != 0)`;

/** The newest data frame of a channel within these times; undefined: there is none. */
export async function newestOfChannel(client: ClickHouseClient, window: ChannelWindow): Promise<number | undefined> {
  const answer = await client.query({
    query: `select max(ts) as newest, count() as frames from frames where ${conditionOf(window)}`,
    format: "JSONEachRow",
  });
  const [row] = z.array(z.object({ newest: z.coerce.number(), frames: z.coerce.number() })).parse(await answer.json());
  return row && row.frames > 0 ? row.newest : undefined;
}

const CountRow = z.object({
  key: z.coerce.number(),
  frames: z.coerce.number(),
  firstUs: z.coerce.number(),
  lastUs: z.coerce.number(),
  lengths: z.array(z.number()),
});
const PayloadRow = z.tuple([z.coerce.number(), z.number(), z.string()]);

/** Every identifier of the window, with payloads that followed each other from its beginning. */
export async function observedIds(client: ClickHouseClient, window: ChannelWindow): Promise<ObservedId[]> {
  const counting = client.query({
    query: `select ${KEY} as key, count() as frames, min(ts) as firstUs, max(ts) as lastUs,
        arraySort(groupUniqArray(len)) as lengths
      from frames where ${conditionOf(window)} group by key order by frames desc limit ${MAX_IDS}`,
    format: "JSONEachRow",
  });
  const reading = client.query({
    query: `select ${KEY} as key, len, hex(reinterpretAsFixedString(d8)) || hex(ext)
      from frames where ${conditionOf(window)} order by id, ts limit ${PAYLOADS} by key limit ${MAX_ROWS}`,
    format: "JSONCompactEachRow",
  });
  const [counted, read] = await Promise.all([counting, reading]);
  const counts = z.array(CountRow).parse(await counted.json());
  const payloads = new Map<number, Uint8Array[]>();
  for (const [key, length, hex] of z.array(PayloadRow).parse(await read.json())) {
    const bytes = parseHex(hex);
    if (!bytes.ok) throw new Error("the store answered something else than hex");
    const list = payloads.get(key) ?? [];
    list.push(bytes.value.subarray(0, length));
    payloads.set(key, list);
  }
  return counts.map(({ key, ...row }) => ({
    ...row,
    id: Math.floor(key / 2),
    isExtended: key % 2 === 1,
    payloads: payloads.get(key) ?? [],
  }));
}
