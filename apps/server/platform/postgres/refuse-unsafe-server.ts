import type pg from "pg";
import { StartFault } from "../engines/start-fault.ts";

/** A terminal deletes acknowledged batches: a server that confirms commits before they are on disk must not be used. */
export async function refuseUnsafeServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ fsync: string; synchronous_commit: string; name: string }>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
       current_database() as name`,
  );
  for (const setting of ["fsync", "synchronous_commit"] as const)
    if (rows[0]?.[setting] === "off")
      throw new StartFault(
        `The PostgreSQL server of the database ${rows[0].name} has ${setting} = off and would lose acknowledged data: set it to on.`,
      );
}
