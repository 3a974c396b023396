import { FLAG_REMOTE } from "@canopy/can/frame/frame";
import { type ClickHouseClient, ClickHouseError } from "@clickhouse/client";
import { z } from "zod";
import { readRanges } from "./frame-store.ts";
import { FRAME_BYTES } from "./frame-store-columns.ts";
import { DAY_US } from "./ingest-days.ts";
import type { DayRanges } from "./ingest-sequences.ts";
import type { UsageDay } from "./usage-store.ts";

/** From (inside) to (outside). */
export interface TimeWindow {
  readonly fromUs: number;
  readonly toUs: number;
}

/** Where a frame stands among all of its binding. */
export interface FramePosition {
  readonly timeUs: number;
  readonly epoch: number;
  readonly sequence: number;
  readonly index: number;
}

/** Frames of bindings that are to go. */
export interface Doomed extends TimeWindow {
  readonly bindings: readonly number[];
  /** Stay: pinned by open alarms. */
  readonly keep: readonly TimeWindow[];
  /** Only those before it. */
  readonly before?: FramePosition;
}

interface Condition {
  readonly sql: string;
  readonly parameters: Record<string, unknown>;
}

function conditionOf({ bindings, fromUs, toUs, keep, before }: Doomed): Condition {
  const kept = keep.map((_, i) => ` and not (ts >= {keepFrom${i}:Int64} and ts < {keepTo${i}:Int64})`);
  const cut =
    before &&
    " and ts <= {cutTs:Int64} and (ts, epoch, seq, n) < ({cutTs:Int64}, {cutEpoch:UInt32}, {cutSeq:UInt64}, {cutN:UInt16})";
  return {
    sql: `device in {bindings:Array(UInt32)} and ts >= {from:Int64} and ts < {to:Int64}${kept.join("")}${cut ?? ""}`,
    parameters: {
      bindings,
      from: fromUs,
      to: toUs,
      ...Object.fromEntries(
        keep.flatMap((one, i) => [
          [`keepFrom${i}`, one.fromUs],
          [`keepTo${i}`, one.toUs],
        ]),
      ),
      ...(before && { cutTs: before.timeUs, cutEpoch: before.epoch, cutSeq: before.sequence, cutN: before.index }),
    },
  };
}

const StoredDayRow = z.object({
  device: z.coerce.number(),
  day: z.coerce.number(),
  frames: z.coerce.number(),
  bytes: z.coerce.number(),
});

const COUNTS = `select device, intDiv(ts, ${DAY_US}) as day, count() as frames,
  sum(${FRAME_BYTES} + if(bitAnd(flags, ${FLAG_REMOTE}) = 0, len, 0)) as bytes`;

async function countDays(
  client: ClickHouseClient,
  query: string,
  query_params: Record<string, unknown>,
): Promise<UsageDay[]> {
  const answer = await client.query({ query, query_params, format: "JSONEachRow" });
  const rows = z.array(StoredDayRow).parse(await answer.json());
  return rows.map(({ device, ...counts }) => ({ bindingNumber: device, ...counts }));
}

export function countDoomed(client: ClickHouseClient, doomed: Doomed): Promise<UsageDay[]> {
  const { sql, parameters } = conditionOf(doomed);
  return countDays(client, `${COUNTS} from frames where ${sql} group by device, day order by device, day`, parameters);
}

export function sequencesOfDoomed(client: ClickHouseClient, doomed: Doomed): Promise<DayRanges[]> {
  const { sql, parameters } = conditionOf(doomed);
  return readRanges(client, sql, parameters);
}

const Position = z.object({ ts: z.coerce.number(), epoch: z.number(), seq: z.coerce.number(), n: z.number() });

/** The frame that has so many before it, by time. */
export async function positionAt(
  client: ClickHouseClient,
  doomed: Doomed,
  offset: number,
): Promise<FramePosition | undefined> {
  const { sql, parameters } = conditionOf(doomed);
  const answer = await client.query({
    query: `select ts, epoch, seq, n from frames where ${sql} order by ts, epoch, seq, n limit 1 offset {offset:UInt64}`,
    query_params: { ...parameters, offset },
    format: "JSONEachRow",
  });
  const [found] = z.array(Position).parse(await answer.json());
  return found && { timeUs: found.ts, epoch: found.epoch, sequence: found.seq, index: found.n };
}

/** Resolves when nobody sees them any more; the room is free when the parts are merged next. */
export async function deleteDoomed(client: ClickHouseClient, doomed: Doomed): Promise<void> {
  const { sql, parameters } = conditionOf(doomed);
  await client.command({
    query: `delete from frames where ${sql}`,
    query_params: parameters,
    // As a patch where the store can: the parts themselves are not written anew.
    clickhouse_settings: { lightweight_deletes_sync: "2", lightweight_delete_mode: "lightweight_update" },
  });
}

const Part = z.object({ partition: z.string(), name: z.string() });

export interface StoredPart {
  readonly day: number;
  readonly name: string;
}

/** The parts of the table (on a cluster, of its shards), of all bindings: the store's own files. */
export async function listParts(client: ClickHouseClient): Promise<StoredPart[]> {
  const answer = await client.query({
    query: `select partition, name from system.parts
      where database = currentDatabase() and table in ('frames', 'frames_shard') and active order by partition, name`,
    format: "JSONEachRow",
  });
  const parts = z.array(Part).parse(await answer.json());
  return parts.flatMap(({ partition, name }) => {
    // Patches of deletions have partitions of their own.
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(partition) ?? [];
    return year === undefined ? [] : [{ name, day: Date.parse(`${year}-${month}-${day}`) / (DAY_US / 1000) }];
  });
}

/** Who has frames in these parts of one day, and how many. */
export function countParts(client: ClickHouseClient, day: number, names: readonly string[]): Promise<UsageDay[]> {
  const query = `${COUNTS} from frames where ts >= {from:Int64} and ts < {to:Int64} and _part in {names:Array(String)}
    group by device, day order by device`;
  return countDays(client, query, { from: day * DAY_US, to: (day + 1) * DAY_US, names });
}

const NO_SUCH_PART = "232";
/** Said by a table of a cluster: parts of different shards have the same names, so none may be dropped by it. */
const HAS_NO_PARTS = "48";

/** Of all bindings in it. False: it was merged into another meanwhile, or is of a shard. */
export async function dropPart(client: ClickHouseClient, name: string): Promise<boolean> {
  if (!/^[\w-]+$/.test(name)) throw new RangeError(`not the name of a part: ${name}`);
  try {
    await client.command({ query: `alter table frames drop part '${name}'` });
    return true;
  } catch (error) {
    if (error instanceof ClickHouseError && [NO_SUCH_PART, HAS_NO_PARTS].includes(error.code)) return false;
    throw error;
  }
}
