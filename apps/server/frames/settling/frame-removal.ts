import type pg from "pg";
import { forgetReleased, releaseReceivedBefore } from "../landing/release-batches.ts";
import { subtractUsage } from "../landing/usage-store.ts";
import { deleteRowsOf } from "../store/delete-rows.ts";
import { eachBinding } from "../store/each-binding.ts";
import { deleteSegments, dropUnnamed } from "../store/files/segment-file-store.ts";
import { FIRST_IMPORT_EPOCH } from "../store/frame-imports.ts";
import type { Expiry, FrameRemoval } from "../store/frame-store.ts";
import { arrayOf } from "../store/sql-arrays.ts";
import { DAY_US, type TimeWindow } from "../store/time-window.ts";
import { inTransaction } from "../store/transaction.ts";
import { type Deleting, deleteRange } from "./delete-frames.ts";

const ALWAYS: TimeWindow = { fromUs: 0, toUs: 2 ** 52 };

export function frameRemoval(deleting: Deleting): FrameRemoval {
  const { pool } = deleting;
  return {
    deleteRange: (range, limit, signal) => deleteRange(deleting, range, limit, signal),
    async empty(bindingNumber, keep, signal) {
      const range = { ...ALWAYS, bindingNumber, keep };
      const { deleted, bytes } = await deleteRange(deleting, range, Number.POSITIVE_INFINITY, signal);
      await emptyQuarantine(pool, bindingNumber, new Date());
      return { deleted, bytes };
    },
    drop: (bindingNumber) => dropBinding(pool, bindingNumber),
    async expire(expiries, going = {}) {
      let expired = 0;
      const expire = async (expiry: Expiry) => {
        const frames = await expireBinding(deleting, expiry, going.signal);
        expired += frames;
        if (frames > 0) going.gone?.(expiry, frames);
      };
      await eachBinding(expiries, ({ bindingNumber }) => bindingNumber, expire, going);
      return expired;
    },
  };
}

/** Of one transaction: their bodies go with them. */
const RELEASED_AT_ONCE = 1000;

/** Removes frames that a binding received before a time; its sequences stay known, so that none comes back. */
async function emptyQuarantine(pool: pg.Pool, bindingNumber: number, before: Date): Promise<void> {
  for (;;) {
    const found = await pool.query<{ last: Date | null }>(
      `select max(received_at) as last from (select received_at from quarantined_batches
        where binding = $1 and received_at < $2 order by received_at limit ${RELEASED_AT_ONCE}) as oldest`,
      [bindingNumber, before],
    );
    const last = found.rows[0]?.last ?? null;
    if (last === null) return;
    const end = new Date(Math.min(before.getTime(), last.getTime() + 1));
    await inTransaction(pool, (client) => releaseReceivedBefore(client, bindingNumber, end));
  }
}

/** Closed first: a batch being landed, merged or cut is either stored before, or finds the binding closed. */
async function dropBinding(pool: pg.Pool, bindingNumber: number): Promise<void> {
  await pool.query("update frame_bindings set is_open = false where binding = $1", [bindingNumber]);
  await pool.query("update sequence_sets set version = version + 1 where binding = $1", [bindingNumber]);
  await inTransaction(pool, async (client) => {
    const found = await client.query<{ id: number }>("select id from segments where binding = $1 for update", [
      bindingNumber,
    ]);
    await deleteSegments(
      client,
      found.rows.map(({ id }) => id),
    );
  });
  // Who ends here is called again: the binding stays closed.
  for (const table of OF_BINDING) await deleteRowsOf(pool, table, bindingNumber);
}

const OF_BINDING = [
  "landing",
  "day_counters",
  "quarantined_batches",
  "released_batches",
  "refused_batches",
  "payload_hashes",
  "sequence_pages",
  "sequence_sets",
  "rule_changes",
  "rule_states",
  "rule_marks",
  "place_marks",
  "pinned_windows",
];

/** DAT-06: whole segments of days that are over; where a window is pinned, the rest of the day around it. */
async function expireBinding(deleting: Deleting, expiry: Expiry, signal?: AbortSignal): Promise<number> {
  const { pool } = deleting;
  const { bindingNumber, beforeDay } = expiry;
  const keep = await expiry.keep();
  const before = new Date((beforeDay * DAY_US) / 1000);
  let expired = await inTransaction(pool, async (client) => {
    const found = await client.query<{ id: number; day: number; frames: number; bytes: number }>(
      `select id, day, frames, bytes from segments s
        where binding = $1 and day < $2 and stored_at < $3
          and not exists (select from unnest($4::bigint[], $5::bigint[]) as k (from_us, to_us)
            where k.from_us <= s.last_us and k.to_us > s.first_us)
        for update`,
      [
        bindingNumber,
        beforeDay,
        before,
        arrayOf(keep.map(({ fromUs }) => fromUs)),
        arrayOf(keep.map(({ toUs }) => toUs)),
      ],
    );
    await deleteSegments(
      client,
      found.rows.map(({ id }) => id),
    );
    const removed = found.rows.map(({ day, frames, bytes }) => ({ bindingNumber, day, frames, bytes }));
    await subtractUsage(client, removed);
    return removed.reduce((sum, { frames }) => sum + frames, 0);
  });
  for (const day of await pinnedDays(pool, expiry, keep, before)) {
    const window = { fromUs: day * DAY_US, toUs: (day + 1) * DAY_US };
    expired += (await deleteRange(deleting, { ...window, bindingNumber, keep }, Number.POSITIVE_INFINITY, signal))
      .deleted;
  }
  await emptyQuarantine(pool, bindingNumber, before);
  await forgetReleased(pool, bindingNumber, before);
  await forgetRefused(pool, bindingNumber, before);
  await forgetSets(pool, bindingNumber, before);
  return expired;
}

/** Days of which segments are left only because a window is pinned. */
async function pinnedDays(
  pool: pg.Pool,
  { bindingNumber, beforeDay }: Expiry,
  keep: readonly TimeWindow[],
  before: Date,
): Promise<number[]> {
  if (keep.length === 0) return [];
  const found = await pool.query<{ day: number }>(
    `select day from segments where binding = $1 and day < $2 group by day having max(stored_at) < $3 order by day`,
    [bindingNumber, beforeDay, before],
  );
  return found.rows.map(({ day }) => day);
}

/** CAP-05: a refused batch that has not come again by now would be past retention itself. */
function forgetRefused(pool: pg.Pool, bindingNumber: number, before: Date): Promise<void> {
  return deleteRowsOf(pool, "refused_batches", bindingNumber, { isGoing: "refused_at < $2", values: [before] });
}

/** There are frames at the times of a set `q`: its own may be among them, in a newer segment or because they are pinned. */
const HAS_FRAMES = `(exists (select from segments f where f.binding = q.binding
      and f.last_us >= coalesce(q.oldest_us, 0) and f.first_us <= q.newest_us)
    or exists (select from landing f where f.binding = q.binding
      and f.last_us >= coalesce(q.oldest_us, 0) and f.first_us <= q.newest_us))`;

/**
 * A set goes when all that it names is past retention: nothing of it could be told from new frames any more. That of an
 * import stays while it may have frames: the same file stores those that are gone, and no other twice (DAT-07).
 */
async function forgetSets(pool: pg.Pool, bindingNumber: number, before: Date): Promise<void> {
  const isOld = "q.binding = $1 and q.stored_at < $2 and q.newest_us < $3";
  const values = [bindingNumber, before, before.getTime() * 1000, FIRST_IMPORT_EPOCH];
  await inTransaction(pool, async (client) => {
    await client.query(
      `update sequence_sets q set is_partial = true
        where ${isOld} and q.epoch >= $4 and not q.is_partial and ${HAS_FRAMES}`,
      values,
    );
    const gone = await client.query<{ epoch: number }>(
      `delete from sequence_sets q where ${isOld} and (q.epoch < $4 or not ${HAS_FRAMES}) returning q.epoch`,
      values,
    );
    const epochs = arrayOf(gone.rows.map(({ epoch }) => epoch));
    await client.query("delete from sequence_pages where binding = $1 and epoch = any($2::bigint[])", [
      bindingNumber,
      epochs,
    ]);
  });
}

/** The kept bodies of series, of every binding. */
export async function dropKept(pool: pg.Pool, series: readonly number[]): Promise<void> {
  if (series.length === 0) return;
  await inTransaction(pool, async (client) => {
    const gone = await client.query<{ file: number }>(
      "delete from kept_bodies where series = any($1::int[]) returning file",
      [arrayOf(series)],
    );
    await dropUnnamed(
      client,
      gone.rows.map(({ file }) => file),
    );
  });
}
