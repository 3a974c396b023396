import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";
import type { Db } from "../platform/postgres/schema.ts";
import { whole } from "./history-filter-sql.ts";
import { storedRange } from "./history-range.ts";
import { DAY_US } from "./ingest-days.ts";
import type { TimeWindow } from "./retention-store.ts";
import { usageOfBinding } from "./usage-store.ts";

export interface Extent {
  /** Undefined: there are no frames. */
  readonly times: { readonly firstUs: number; readonly lastUs: number } | undefined;
  readonly channels: readonly number[];
  readonly frames: number;
  readonly bytes: number;
}

const Row = z.object({
  frames: z.coerce.number(),
  firstUs: z.coerce.number(),
  lastUs: z.coerce.number(),
  channels: z.array(z.number()),
});

/** What is stored of a binding: counters say how much and on which days, only the outermost days are looked at. */
export async function readExtent(
  stores: { client: ClickHouseClient; db: Db },
  bindingNumber: number,
  nowMs: number,
): Promise<Extent> {
  const days = await usageOfBinding(stores.db, bindingNumber);
  const range = await storedRange(stores.db, bindingNumber, nowMs);
  const [first, last] = [days[0], days.at(-1)];
  const windows: TimeWindow[] = [];
  if (first) windows.push({ fromUs: first.day * DAY_US, toUs: (first.day + 1) * DAY_US });
  // Behind the last counted day there may be frames that are not counted yet.
  windows.push({ fromUs: last ? last.day * DAY_US : range.fromUs, toUs: range.toUs });
  const answer = await stores.client.query({
    query: `select count() as frames, min(ts) as firstUs, max(ts) as lastUs, arraySort(groupUniqArray(ch)) as channels
      from frames where device = ${whole(bindingNumber)} and (${windows.map(windowSql).join(" or ")})`,
    format: "JSONEachRow",
  });
  const [row] = z.array(Row).parse(await answer.json());
  const found = row !== undefined && row.frames > 0 ? row : undefined;
  return {
    times: found && { firstUs: found.firstUs, lastUs: found.lastUs },
    channels: found?.channels ?? [],
    frames: days.reduce((sum, day) => sum + day.frames, 0),
    bytes: days.reduce((sum, day) => sum + day.bytes, 0),
  };
}

const windowSql = ({ fromUs, toUs }: TimeWindow) => `(ts >= ${whole(fromUs)} and ts < ${whole(toUs)})`;
