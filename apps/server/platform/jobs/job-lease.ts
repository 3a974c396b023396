import { sql } from "kysely";
import { fromKysely, type JobWithMetadata, type PgBoss } from "pg-boss";
import type { Db } from "../postgres/schema.ts";

/** Operations of one attempt on its queue job; false: another attempt has it, or the queue gave it up. */
export interface JobLease {
  /** Says that the attempt is alive. */
  touch(): Promise<boolean>;
  complete(): Promise<boolean>;
  /** Into the queue again, unless it was the last attempt. */
  fail(error: unknown): Promise<boolean>;
}

type Claimed = Pick<JobWithMetadata<unknown>, "name" | "id" | "retryCount">;
type Statement = { readonly text: string; readonly values: unknown[] | undefined };

/**
 * pg-boss settles a job by its id, not by attempt. An attempt that stalled until another one began could complete or
 * fail its successor: each statement runs only while the row has the retry count of the claim.
 */
export function leaseOf(boss: PgBoss, db: Db, claimed: Claimed): JobLease {
  const { name, id } = claimed;
  const whileHeld = async (settle: (guarded: ReturnType<typeof fromKysely>) => Promise<unknown>) => {
    let isHeld = false;
    const executeSql = async (text: string, values?: unknown[]) => {
      const answer = await runWhileHeld(db, claimed, { text, values });
      isHeld = answer !== undefined;
      return answer ?? NO_ROW;
    };
    await settle({ executeSql });
    return isHeld;
  };
  return {
    touch: () => whileHeld((guarded) => boss.touch(name, id, { db: guarded })),
    complete: () => whileHeld((guarded) => boss.complete(name, id, null, { db: guarded })),
    fail: (error) => whileHeld((guarded) => boss.fail(name, id, { message: String(error) }, { db: guarded })),
  };
}

/** Result shape of a pg-boss statement that matched no row. */
const NO_ROW = { rows: [{ count: "0", ids: [] }] };

function runWhileHeld(db: Db, { name, id, retryCount }: Claimed, { text, values }: Statement) {
  return db.transaction().execute(async (transaction) => {
    const held = await sql`select from pgboss.job
      where name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}
      for update`.execute(transaction);
    return held.rows.length > 0 ? fromKysely(transaction).executeSql(text, values) : undefined;
  });
}
