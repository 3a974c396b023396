import type pg from "pg";
import type { Files } from "../../platform/files/files.ts";
import { LEASED } from "../../platform/postgres/backup-lease.ts";
import { arrayOf } from "../store/sql-arrays.ts";

/** Readers that took a snapshot before may still read a dropped file. */
export const GRACE_MS = 10 * 60_000;
/** Age after which a file being written has lost its writer. */
const WRITING_MS = 60 * 60_000;
/** Of one statement; a process that dies leaves no more of them half removed. */
const TAKEN_AT_ONCE = 500;
/** A bucket answers each removal by itself. */
const REMOVED_AT_ONCE = 8;
const HASHES_MS = 20 * 60_000;

interface SweepOptions {
  readonly graceMs?: number;
  readonly writingMs?: number;
  /** Ends after this time; the rest comes the next time. */
  readonly withinMs?: number;
  /** Aborted, the files not tried yet are left to the next sweep. */
  readonly signal?: AbortSignal;
}

interface Swept {
  readonly removed: number;
  /** There are more that may go. */
  readonly isMore: boolean;
  /** Of files that could not be removed: they are tried again the next time, and the others do not wait for them. */
  readonly faults: readonly unknown[];
}

interface DueFile {
  readonly id: number;
  readonly name: string;
  readonly isUnfinished: boolean;
}

/**
 * Removes dropped files: the row says so first, then the file goes, then the row. Not while a backup copies files that were
 * live when it began.
 */
export async function sweepFiles(
  pool: pg.Pool,
  files: Files,
  { graceMs = GRACE_MS, writingMs = WRITING_MS, withinMs = Number.POSITIVE_INFINITY, signal }: SweepOptions = {},
): Promise<Swept> {
  const endMs = performance.now() + withinMs;
  const begun = await pool.query<{ at: Date }>("select now() as at");
  await pool.query(
    `update segment_files set state = 'dropped', changed_at = now()
      where state = 'writing' and changed_at < now() - $1 * interval '1 millisecond'`,
    [writingMs],
  );
  const faults: unknown[] = [];
  let removed = 0;
  let isMore = true;
  do {
    const due = await takeDue(pool, graceMs, begun.rows[0]?.at);
    const gone = await removeAll(files, due, faults, signal);
    if (gone.length > 0)
      await pool.query("delete from segment_files where id = any($1::bigint[]) and state = 'sweeping'", [
        arrayOf(gone),
      ]);
    removed += gone.length;
    isMore = due.length === TAKEN_AT_ONCE;
  } while (isMore && !signal?.aborted && performance.now() < endMs);
  await pool.query("delete from payload_hashes where seen_at < now() - $1 * interval '1 millisecond'", [HASHES_MS]);
  return { removed, isMore, faults };
}

/** Those that were not tried in this sweep, the longest dropped or tried first: none that cannot go stands before others. */
async function takeDue(pool: pg.Pool, graceMs: number, begun: Date | undefined): Promise<DueFile[]> {
  const due = await pool.query<DueFile>(
    `update segment_files set state = 'sweeping', changed_at = now() where id in (
        select id from segment_files where not ${LEASED} and ((state = 'sweeping' and changed_at < $2)
          or (state = 'dropped' and changed_at <= now() - $1 * interval '1 millisecond'))
        order by changed_at limit ${TAKEN_AT_ONCE} for update skip locked)
      returning id, name, bytes = 0 as "isUnfinished"`,
    [graceMs, begun],
  );
  return due.rows;
}

/** The ids of those that are gone. */
async function removeAll(
  files: Files,
  due: readonly DueFile[],
  faults: unknown[],
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const gone: number[] = [];
  const waiting = due.values();
  const removeNext = async () => {
    // One iterator for all of them: each file is taken once.
    for (const { id, name, isUnfinished } of waiting) {
      if (signal?.aborted) return;
      try {
        await files.remove(name, { isUnfinished });
        gone.push(id);
      } catch (error) {
        faults.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: REMOVED_AT_ONCE }, removeNext));
  return gone;
}
