import type pg from "pg";
import { FIRST_IMPORT_EPOCH } from "../store/frame-imports.ts";
import { arrayOf } from "../store/sql-arrays.ts";
import type { TimeWindow } from "../store/time-window.ts";

/** Imports whose frames a deletion sees: read before its plan, so that one that comes later is never forgotten. */
export async function storedImports(pool: pg.Pool, bindingNumber: number): Promise<number[]> {
  const found = await pool.query<{ epoch: number }>(
    "select epoch from sequence_sets where binding = $1 and epoch >= $2 and oldest_us is not null",
    [bindingNumber, FIRST_IMPORT_EPOCH],
  );
  return found.rows.map(({ epoch }) => epoch);
}

/**
 * Nothing of these channels is left in the windows. What of an import was deleted from its beginning on is behind it, and
 * an import that was deleted whole is forgotten: the same file may be imported again, other than what a terminal sends
 * again. One that lost some frames is partial; which channel it was of is not known here.
 */
export async function forgetImports(
  client: pg.PoolClient,
  bindingNumber: number,
  epochs: readonly number[],
  { windows, channels }: { windows: readonly TimeWindow[]; channels?: readonly number[] | undefined },
): Promise<void> {
  if (epochs.length === 0) return;
  const touched = "binding = $1 and epoch = any($2::bigint[]) and newest_us >= $3 and oldest_us < $4";
  for (const { fromUs, toUs } of windows) {
    const values = [bindingNumber, arrayOf(epochs), fromUs, toUs];
    await client.query(`update sequence_sets set is_partial = true where ${touched}`, values);
    if (channels !== undefined) continue;
    const begun = `${touched} and oldest_us >= $3`;
    await client.query(`delete from sequence_sets where ${begun} and newest_us < $4`, values);
    await client.query(`update sequence_sets set oldest_us = $4 where ${begun}`, values);
  }
}
