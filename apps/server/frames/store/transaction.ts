import type pg from "pg";

/** Thrown inside a transaction to roll it back: its plan is outdated. */
export class PlanGone extends Error {
  constructor(what: string) {
    super(`planned anew: ${what}`);
  }
}

/** Short: nothing is waited for inside but PostgreSQL itself. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((fault: Error) => {
      broken = fault;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
