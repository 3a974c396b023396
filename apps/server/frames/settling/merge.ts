import type pg from "pg";
import { MissingFile } from "../reading/footer-cache.ts";
import { readIndex, type SegmentRow } from "../reading/segment-index.ts";
import { SegmentDamage } from "../segments/segment-damage.ts";
import {
  beginFile,
  deleteSegments,
  fileIsLive,
  giveUpFile,
  insertSegments,
  mustBeOpen,
} from "../store/files/segment-file-store.ts";
import { DAY_US, dayOf, HOUR_US } from "../store/time-window.ts";
import { inTransaction, PlanGone } from "../store/transaction.ts";
import type { Settling } from "./settle.ts";

/** Terminals that come a little late still find their hour or day unmerged. */
const HOUR_RESTS_MS = 6 * 60_000;
const DAY_RESTS_MS = 30 * 60_000;
/** A merged day is rewritten for late frames when they are many, or have waited this long. */
const LATE_SHARE = 0.1;
const LATE_SEGMENTS = 16;
const LATE_WAITS_MS = 12 * 3_600_000;
/** A segment of this size is not made larger. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Nor one of so many runs that its footer has this size: a bus with random identifiers has a run for each frame. */
const MOST_FOOTER_BYTES = 4 * 1024 * 1024;
const MOST_AT_ONCE = 200;

export const LEVEL_HOUR = 2;
export const LEVEL_DAY = 3;

interface Group {
  readonly binding: number;
  /** Where the hour or day begins. */
  readonly from_us: number;
}

/** Merges finished hours of today and finished days. Returns how many segments were replaced. */
export async function mergeDue(merging: Settling, nowMs: number, signal?: AbortSignal): Promise<number> {
  let replaced = 0;
  const merge = async (groups: readonly Group[], lengthUs: number, level: typeof LEVEL_HOUR | typeof LEVEL_DAY) => {
    for (const { binding, from_us: fromUs } of groups) {
      if (signal?.aborted) return;
      replaced += await mergeWindow(merging, binding, { fromUs, toUs: fromUs + lengthUs }, level, signal);
    }
  };
  await merge(await hoursDue(merging.pool, nowMs), HOUR_US, LEVEL_HOUR);
  await merge(await daysDue(merging.pool, nowMs), DAY_US, LEVEL_DAY);
  return replaced;
}

/** Of all tenants: hours of today that are over and lie in several segments. */
async function hoursDue(pool: pg.Pool, nowMs: number): Promise<Group[]> {
  const endUs = Math.floor(((nowMs - HOUR_RESTS_MS) * 1000) / HOUR_US) * HOUR_US;
  const today = dayOf((nowMs - DAY_RESTS_MS) * 1000);
  const found = await pool.query<Group>(
    `select binding, first_us / ${HOUR_US} * ${HOUR_US} as from_us from segments
      where level = 1 and day >= $1 and first_us < $2 group by 1, 2 having count(*) > 1 order by 2, 1 limit $3`,
    [today, endUs, MOST_AT_ONCE],
  );
  return found.rows;
}

/** Of all tenants: days that are over and lie in several segments, or in one that is not a day's yet. */
async function daysDue(pool: pg.Pool, nowMs: number): Promise<Group[]> {
  const today = dayOf((nowMs - DAY_RESTS_MS) * 1000);
  const found = await pool.query<Group>(
    `select binding, day::bigint * ${DAY_US} as from_us from segments s
      where day < $1 and exists (select from segments l where l.binding = s.binding and l.day = s.day and l.level < 3)
      group by binding, day
      having count(*) filter (where level = 3) = 0
        or sum(frames) filter (where level < 3) > $2 * sum(frames)
        or count(*) filter (where level < 3) >= $3
        or min(stored_at) filter (where level < 3) < to_timestamp($4 / 1000.0)
      order by day, binding limit $5`,
    [today, LATE_SHARE, LATE_SEGMENTS, nowMs - LATE_WAITS_MS, MOST_AT_ONCE],
  );
  return found.rows;
}

/**
 * Segments of a binding that lie in a window become one, or a few where that would be too large. A day may take longer than
 * a process has to end: a merge whose caller leaves is given up, and its sources stay.
 */
export async function mergeWindow(
  merging: Settling,
  bindingNumber: number,
  window: { readonly fromUs: number; readonly toUs: number },
  level: number,
  signal?: AbortSignal,
): Promise<number> {
  const { segments } = await readIndex(merging.pool, bindingNumber, window);
  const inside = segments.filter(
    (row) => row.firstUs >= window.fromUs && row.lastUs < window.toUs && !merging.aside.segments.has(row.id),
  );
  let replaced = 0;
  for (const group of bySize(inside.filter((row) => row.level <= level))) {
    const isDone = group.length === 1 && group[0]?.level === level;
    if (!isDone && !signal?.aborted) replaced += await mergeGroup(merging, group, level, signal);
  }
  return replaced;
}

/** In the order of time: neighbours, as many as one segment takes. */
export function bySize<Row extends Pick<SegmentRow, "length" | "footerLength">>(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  let [bytes, footerBytes] = [0, 0];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last !== undefined && bytes + row.length <= MOST_BYTES && footerBytes + row.footerLength <= MOST_FOOTER_BYTES) {
      last.push(row);
      bytes += row.length;
      footerBytes += row.footerLength;
    } else {
      groups.push([row]);
      [bytes, footerBytes] = [row.length, row.footerLength];
    }
  }
  return groups;
}

async function mergeGroup(
  { pool, workers, log, aside, step = async () => undefined }: Settling,
  sources: readonly SegmentRow[],
  level: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const [first] = sources;
  if (first === undefined) return 0;
  const { bindingNumber } = first;
  const ids = sources.map(({ id }) => id);
  const stored = await pool.query<{ ms: number }>(
    `select (extract(epoch from max(stored_at)) * 1000)::float8 as ms from segments where id = any($1::bigint[])`,
    [ids],
  );
  const file = await beginFile(pool, "seg");
  await step("begun");
  try {
    const written = await workers.run("merge", { file: file.name, level, sources }, { signal });
    await step("written");
    await inTransaction(pool, async (client) => {
      await mustBeOpen(client, bindingNumber);
      await fileIsLive(client, file, written.bytes);
      await deleteSegments(client, ids);
      await insertSegments(client, file, written.segments, () => stored.rows[0]?.ms ?? Date.now());
    });
    await step("committed");
    return sources.length;
  } catch (error) {
    await giveUpFile(pool, file).catch(() => undefined);
    if (error instanceof PlanGone || signal?.aborted) return 0;
    const damaged = damagedBy(error, sources);
    if (damaged.length === 0) throw error;
    // They stay, and the others are merged without them the next time.
    for (const { id } of damaged) aside.segments.add(id);
    log.error({ err: error }, "segments that cannot be read are not merged");
    return 0;
  }
}

function damagedBy(error: unknown, sources: readonly SegmentRow[]): SegmentRow[] {
  if (error instanceof MissingFile) return sources.filter(({ id }) => id === error.row.id);
  return error instanceof SegmentDamage ? sources.filter(({ file }) => file === error.file) : [];
}
