import { sql } from "kysely";
import { z } from "zod";
import { defineJob, type JobDefinition } from "../jobs/job-definition.ts";
import { LEASED } from "../postgres/backup-lease.ts";
import type { Db } from "../postgres/schema.ts";
import type { Files } from "./files.ts";

const AT_ONCE = 500;

/** OPS-03: while a backup runs, removals are written down and done after it. */
export function heldFiles(files: Files, db: Db): Files {
  return {
    read: (name, offset, length) => files.read(name, offset, length),
    create: (name) => files.create(name),
    size: (name) => files.size(name),
    list: (prefix) => files.list(prefix),
    close: () => files.close(),
    async remove(name, options) {
      if (options?.leavesFinished || !(await isHeld(db, name))) await files.remove(name, options);
    },
  };
}

async function isHeld(db: Db, name: string): Promise<boolean> {
  const held = await sql`insert into held_removals (name) select ${name} where ${sql.raw(LEASED)}
    on conflict (name) do update set held_at = now() returning 1`.execute(db);
  return held.rows.length > 0;
}

/** Removes what waited for the end of a backup. */
export function cleanUpHeldFiles(db: Db, files: Files): JobDefinition<Record<string, never>> {
  const handler = async ({ signal }: { signal: AbortSignal }) => {
    for (let found = AT_ONCE; found === AT_ONCE; ) {
      const due = await sql<{ name: string }>`select name from held_removals where not ${sql.raw(LEASED)}
        limit ${AT_ONCE}`.execute(db);
      found = due.rows.length;
      for (const { name } of due.rows) {
        signal.throwIfAborted();
        await files.remove(name, { isUnfinished: true });
        await sql`delete from held_removals where name = ${name}`.execute(db);
      }
    }
  };
  return defineJob("files.heldRemovals", { input: z.object({}), handler });
}
