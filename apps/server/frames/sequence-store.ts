import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import type { DayKey, DayRanges } from "./ingest-sequences.ts";
import type { SequenceRange } from "./sequence-set.ts";

/** What is known of these days; a day that nothing is known of is left out. */
export async function readSequences(db: Db, keys: readonly DayKey[]): Promise<DayRanges[]> {
  const found = await sql<DayKey & { sequences: string }>`select s.binding as "bindingNumber", s.epoch, s.day,
      s.sequences::text as sequences
    from unnest(${keys.map((key) => key.bindingNumber)}::int[], ${keys.map((key) => key.epoch)}::bigint[],
      ${keys.map((key) => key.day)}::int[]) as k (binding, epoch, day)
    join stored_sequences s using (binding, epoch, day)`.execute(db);
  return found.rows.map(({ sequences, ...key }) => ({ ...key, ranges: readRanges(sequences) }));
}

/**
 * Adds; nothing is ever taken away, whoever else writes. So a checkpoint and the note that a deletion takes of what it
 * deletes need not know of each other.
 */
export async function addSequences(db: Db, days: readonly DayRanges[]): Promise<void> {
  const rows = days.flatMap(({ ranges, ...key }) => ranges.map((range) => ({ ...key, ...range })));
  if (rows.length === 0) return;
  // In one order everywhere: two writers of the same rows then wait for each other instead of blocking both.
  await sql`insert into stored_sequences as s (binding, epoch, day, sequences)
    select binding, epoch, day, range_agg(int8range(first, last, '[]'))
    from unnest(${rows.map((row) => row.bindingNumber)}::int[], ${rows.map((row) => row.epoch)}::bigint[],
      ${rows.map((row) => row.day)}::int[], ${rows.map((row) => row.from)}::bigint[],
      ${rows.map((row) => row.to)}::bigint[]) as r (binding, epoch, day, first, last)
    group by binding, epoch, day order by binding, epoch, day
    on conflict (binding, epoch, day) do update set sequences = s.sequences + excluded.sequences`.execute(db);
}

/** Only for a binding that has ended: its number never comes back. */
export async function forgetSequences(db: Db, bindingNumber: number): Promise<void> {
  await sql`delete from stored_sequences where binding = ${bindingNumber}`.execute(db);
}

/** PostgreSQL writes whole-number ranges as `[from,to)`. */
function readRanges(text: string): SequenceRange[] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, end]) => ({ from: Number(from), to: Number(end) - 1 }));
}
