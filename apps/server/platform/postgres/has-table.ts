import type pg from "pg";
import { StartFault } from "../engines/start-fault.ts";

export async function hasTable(pool: pg.Pool, name: string): Promise<boolean> {
  const found = await pool.query<{ table: string | null }>("select to_regclass($1)::text as table", [`public.${name}`]);
  return Boolean(found.rows[0]?.table);
}

/** A database that no program has migrated has nothing to ask for. */
export async function refuseUnstarted(pool: pg.Pool): Promise<void> {
  if (await hasTable(pool, "schema_migrations")) return;
  throw new StartFault(
    "The database has no tables of Canopy, it was never started: start Canopy once, or correct DATABASE_URL.",
  );
}
