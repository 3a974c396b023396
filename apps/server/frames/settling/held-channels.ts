import type pg from "pg";
import type { SegmentRow } from "../reading/segment-index.ts";
import { arrayOf } from "../store/sql-arrays.ts";
import { PlanGone } from "../store/transaction.ts";

/** Whether segments have frames of the channels that go, and of others that stay. */
export interface HeldChannels {
  hasAny(row: SegmentRow): boolean;
  hasOthers(row: SegmentRow): boolean;
}

const ALL: HeldChannels = { hasAny: () => true, hasOthers: () => false };

export async function channelsHeld(
  { pool }: { readonly pool: pg.Pool },
  rows: readonly SegmentRow[],
  channels: readonly number[] | undefined,
): Promise<HeldChannels> {
  if (channels === undefined) return ALL;
  const found = await pool.query<{ id: number; channels: Buffer }>(
    "select id, channels from segments where id = any($1::bigint[])",
    [arrayOf(rows.map(({ id }) => id))],
  );
  const known = new Map(found.rows.map((row) => [row.id, [...row.channels]]));
  const of = ({ id }: SegmentRow) => {
    const held = known.get(id);
    if (held === undefined) throw new PlanGone("a segment was replaced by another");
    return held;
  };
  return {
    hasAny: (row) => of(row).some((channel) => channels.includes(channel)),
    hasOthers: (row) => of(row).some((channel) => !channels.includes(channel)),
  };
}
