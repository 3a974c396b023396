import type pg from "pg";
import { inSlices, SLICE_ROWS } from "../../platform/postgres/in-slices.ts";

/** Deletes rows of a binding that nobody changes any more; `isGoing` may narrow it, with parameters from $2 on. */
export function deleteRowsOf(
  pool: pg.Pool,
  table: string,
  bindingNumber: number,
  { isGoing = "true", values = [] }: { readonly isGoing?: string; readonly values?: readonly unknown[] } = {},
): Promise<void> {
  return inSlices(async () => {
    const gone = await pool.query(
      `delete from ${table} where ctid = any(array(
        select ctid from ${table} where binding = $1 and ${isGoing} limit ${SLICE_ROWS}))`,
      [bindingNumber, ...values],
    );
    return gone.rowCount ?? 0;
  });
}
