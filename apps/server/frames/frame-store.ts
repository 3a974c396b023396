import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";
import { insertNative } from "../platform/clickhouse/insert-native.ts";
import type { FrameColumns } from "./frame-store-columns.ts";
import { DAY_US } from "./ingest-days.ts";
import type { DayKey, DayRanges } from "./ingest-sequences.ts";

/** Marks our inserts among the running queries; the name of the process follows. */
const INSERT_MARK = "frames-insert-";

interface FrameInsert {
  readonly columns: FrameColumns;
  /** The same insert again, with the same token, is stored once. */
  readonly token: string;
  /** Of the process that inserts. */
  readonly instance: string;
}

/** Rows of one day. Resolves when they are on disk: the table syncs each insert. */
export async function insertFrames(client: ClickHouseClient, insert: FrameInsert): Promise<void> {
  await insertNative(client, {
    table: "frames",
    columns: insert.columns.columns(),
    rows: insert.columns.length,
    deduplicationToken: insert.token,
    queryId: `${INSERT_MARK}${insert.instance}-${crypto.randomUUID()}`,
    // One block, so that the rows come whole or not at all.
    settings: { max_insert_threads: 1 },
  });
}

const Running = z.object({ id: z.string() });

/**
 * Inserts of other processes that run now. One of a process that was killed may still end, and its rows appear after
 * the terminal has sent them again elsewhere.
 */
export async function runningInserts(client: ClickHouseClient, exceptInstance: string): Promise<string[]> {
  const answer = await client.query({
    // The embedded engine numbers its queries itself and has our id as the comment; a shard knows whose it is.
    query: `select if(startsWith(initial_query_id, {mark:String}), initial_query_id, Settings['log_comment']) as id
      from system.processes where query_kind = 'Insert'`,
    query_params: { mark: INSERT_MARK },
    format: "JSONEachRow",
  });
  const ids = z.array(Running).parse(await answer.json());
  return ids
    .map(({ id }) => id)
    .filter((id) => id.startsWith(INSERT_MARK) && !id.startsWith(`${INSERT_MARK}${exceptInstance}-`));
}

const RangeRow = z.object({
  device: z.coerce.number(),
  epoch: z.coerce.number(),
  day: z.coerce.number(),
  from: z.coerce.number(),
  to: z.coerce.number(),
});

/** Numbers in a row make one range: the difference to their rank is the same. */
const ISLANDS = `select device, epoch, day, min(seq) as from, max(seq) as to
  from (
    select device, epoch, day, seq, seq - row_number() over (partition by device, epoch, day order by seq) as island
    from (select distinct device, epoch, intDiv(ts, ${DAY_US}) as day, seq from frames where {condition})
  )
  group by device, epoch, day, island`;

/** Which sequences of one day of these logs are in the store; perhaps of others of these terminals too. */
export async function readStoredSequences(
  client: ClickHouseClient,
  day: number,
  keys: readonly DayKey[],
): Promise<DayRanges[]> {
  const condition = `device in {devices:Array(UInt32)} and epoch in {epochs:Array(UInt32)}
    and ts >= {from:Int64} and ts < {to:Int64}`;
  return readRanges(client, condition, {
    devices: [...new Set(keys.map((key) => key.bindingNumber))],
    epochs: [...new Set(keys.map((key) => key.epoch))],
    from: day * DAY_US,
    to: (day + 1) * DAY_US,
  });
}

/** `condition` names the binding; it is ours, never a user's. */
export async function readRanges(
  client: ClickHouseClient,
  condition: string,
  query_params: Record<string, unknown>,
): Promise<DayRanges[]> {
  const query = ISLANDS.replace("{condition}", () => condition);
  const answer = await client.query({ query, query_params, format: "JSONEachRow" });
  return z
    .array(RangeRow)
    .parse(await answer.json())
    .map(({ device, epoch, day, from, to }) => ({ bindingNumber: device, epoch, day, ranges: [{ from, to }] }));
}
