import type pg from "pg";
import type { Files } from "../../platform/files/files.ts";
import { LEASED } from "../../platform/postgres/backup-lease.ts";
import { arrayOf } from "../store/sql-arrays.ts";

/** Readers that took a snapshot before may still read a dropped file. */
export const GRACE_MS = 10 * 60_000;
/** Age after which a file being written has lost its writer. */
const WRITING_MS = 60 * 60_000;
const MOST_AT_ONCE = 500;
const HASHES_MS = 20 * 60_000;

/**
 * Removes dropped files: the row says so first, then the file goes, then the row. Not while a backup copies files that were
 * live when it began. Returns how many.
 */
export async function sweepFiles(
  pool: pg.Pool,
  files: Files,
  { graceMs = GRACE_MS, writingMs = WRITING_MS } = {},
): Promise<number> {
  await pool.query(
    `update segment_files set state = 'dropped', changed_at = now()
      where state = 'writing' and changed_at < now() - $1 * interval '1 millisecond'`,
    [writingMs],
  );
  const due = await pool.query<{ id: number; name: string; is_unfinished: boolean }>(
    `update segment_files set state = 'sweeping', changed_at = now() where id in (
        select id from segment_files where not ${LEASED} and (state = 'sweeping'
          or (state = 'dropped' and changed_at <= now() - $1 * interval '1 millisecond'))
        order by id limit $2 for update skip locked)
      returning id, name, bytes = 0 as is_unfinished`,
    [graceMs, MOST_AT_ONCE],
  );
  const faults: unknown[] = [];
  const gone: number[] = [];
  for (const { id, name, is_unfinished } of due.rows)
    try {
      await files.remove(name, { isUnfinished: is_unfinished });
      gone.push(id);
    } catch (error) {
      // It is tried again the next time; the others do not wait for it.
      faults.push(error);
    }
  if (gone.length > 0)
    await pool.query("delete from segment_files where id = any($1::bigint[]) and state = 'sweeping'", [arrayOf(gone)]);
  await pool.query("delete from payload_hashes where seen_at < now() - $1 * interval '1 millisecond'", [HASHES_MS]);
  if (faults.length > 0) throw faults[0];
  return gone.length;
}
