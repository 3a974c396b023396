import type pg from "pg";

/** Whether another Canopy is connected to the database; asked before anything runs beside it in this pool. */
export async function hasOtherUsers(pool: pg.Pool): Promise<boolean> {
  const others = await pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'canopy'
      and pid <> pg_backend_pid() limit 1`,
  );
  return others.rowCount !== 0;
}
