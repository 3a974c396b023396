import { sql } from "kysely";
import { noAnswers } from "../platform/http/answer-times.ts";
import type { Db } from "../platform/postgres/schema.ts";

export const SLOT_MS = 5000;
/** A process writes its slot just after its end. */
export const WRITTEN_AFTER_MS = 1000;

/** The end of the newest slot that every process has written. */
export const writtenUntil = (nowMs: number): number => Math.floor((nowMs - WRITTEN_AFTER_MS) / SLOT_MS) * SLOT_MS;

export interface ProcessCounts {
  readonly frames: number;
  readonly refusedBatches: number;
  readonly settledFrames: number;
  readonly answers: readonly number[];
}

export async function insertCounts(db: Db, process: string, slotMs: number, counts: ProcessCounts): Promise<void> {
  const { frames, refusedBatches, settledFrames, answers } = counts;
  if (frames + refusedBatches + settledFrames + answers.reduce((sum, count) => sum + count, 0) === 0) return;
  await sql`insert into process_counts (slot, process, frames, refused_batches, settled_frames, answers)
    values (${new Date(slotMs)}, ${process}, ${frames}, ${refusedBatches}, ${settledFrames}, ${[...answers]}::int[])
    on conflict do nothing`.execute(db);
}

export interface CountedFrames {
  readonly frames: number;
  readonly settledFrames: number;
  readonly refusedBatches: number;
}

/** Over all processes: slots that began in [from, to). */
export async function countedBetween(db: Db, fromMs: number, toMs: number): Promise<CountedFrames> {
  const found = await sql<CountedFrames>`select coalesce(sum(frames), 0)::bigint as frames,
      coalesce(sum(settled_frames), 0)::bigint as "settledFrames",
      coalesce(sum(refused_batches), 0)::bigint as "refusedBatches"
    from process_counts where slot >= ${new Date(fromMs)} and slot < ${new Date(toMs)}`.execute(db);
  return found.rows[0] ?? { frames: 0, settledFrames: 0, refusedBatches: 0 };
}

/** By the minute in which their slots began; minutes without a row are left out. */
export async function countedMinutes(db: Db, fromMs: number, toMs: number): Promise<Map<number, CountedFrames>> {
  const found = await sql<CountedFrames & { minute: number }>`
    select (floor(extract(epoch from slot) / 60) * 60000)::bigint as minute, sum(frames)::bigint as frames,
      sum(settled_frames)::bigint as "settledFrames", sum(refused_batches)::bigint as "refusedBatches"
    from process_counts where slot >= ${new Date(fromMs)} and slot < ${new Date(toMs)} group by 1`.execute(db);
  return new Map(found.rows.map((row) => [row.minute, row]));
}

export async function answersSince(db: Db, fromMs: number): Promise<number[]> {
  const found = await sql<{ bucket: number; count: number }>`
    select a.bucket::int as bucket, sum(a.count)::bigint as count
    from process_counts p, unnest(p.answers) with ordinality as a (count, bucket)
    where p.slot >= ${new Date(fromMs)} group by 1`.execute(db);
  const answers = noAnswers();
  for (const { bucket, count } of found.rows) answers[bucket - 1] = count;
  return answers;
}

export async function dropOldCounts(db: Db): Promise<void> {
  await sql`delete from process_counts where slot < now() - interval '65 minutes'`.execute(db);
}
