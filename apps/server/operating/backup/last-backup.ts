import { sql } from "kysely";
import type pg from "pg";
import { hasTable } from "../../platform/postgres/has-table.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** Of an installation that this program has not migrated yet it is not kept. */
export async function noteBackup(pool: pg.Pool, problems: number): Promise<void> {
  if (!(await hasTable(pool, "last_backup"))) return;
  await pool.query(
    `insert into last_backup (finished_at, problems) values (now(), $1)
      on conflict (is_only) do update set finished_at = excluded.finished_at, problems = excluded.problems`,
    [problems],
  );
}

interface LastBackup {
  readonly ageS: number;
  /** Files that it lacks, or that differ from their rows. */
  readonly problems: number;
}

/** Undefined: there was none. */
export async function lastBackup(db: Db): Promise<LastBackup | undefined> {
  const found = await sql<LastBackup>`select extract(epoch from now() - finished_at)::float8 as "ageS", problems
    from last_backup`.execute(db);
  return found.rows[0];
}
