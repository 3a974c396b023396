import type pg from "pg";
import { deleteSegments } from "../store/files/segment-file-store.ts";
import { inTransaction, PlanGone } from "../store/transaction.ts";
import { deleteRows } from "./copy-rows.ts";

export interface MovedBinding {
  readonly binding: number;
  readonly tenantId: string;
}

/** Closed: what lands, settles, merges or cuts its frames is stored before, or finds it closed. */
export async function closeBinding(pool: pg.Pool, { binding, tenantId }: MovedBinding): Promise<void> {
  await inTransaction(pool, async (client) => {
    // Also one that never sent a frame: it would be opened by its first.
    await client.query(
      `insert into frame_bindings (binding, tenant_id, is_open) values ($1, $2, false)
        on conflict (binding) do update set is_open = false`,
      [binding, tenantId],
    );
    for (const table of ["sequence_sets", "rule_marks", "place_marks"])
      await client.query(`update ${table} set version = version + 1 where binding = $1`, [binding]);
  });
}

export async function openBinding(pool: pg.Pool, binding: number): Promise<void> {
  await pool.query("update frame_bindings set is_open = true where binding = $1", [binding]);
}

/** Locks the row of a binding, which is made closed where there is none; true: it is open. */
export async function lockBinding(client: pg.PoolClient, binding: number, tenantId: string): Promise<boolean> {
  await client.query(
    "insert into frame_bindings (binding, tenant_id, is_open) values ($1, $2, false) on conflict do nothing",
    [binding, tenantId],
  );
  const found = await client.query<{ is_open: boolean }>(
    "select is_open from frame_bindings where binding = $1 for update",
    [binding],
  );
  return found.rows[0]?.is_open ?? false;
}

export async function isOpen(pool: pg.Pool, binding: number): Promise<boolean> {
  const found = await pool.query("select 1 from frame_bindings where binding = $1 and is_open", [binding]);
  return found.rows.length > 0;
}

/** Nothing of the binding is left. `evenOpen`: a copy that is not wanted any more. */
export async function clearBinding(
  pool: pg.Pool,
  { binding, tenantId }: MovedBinding,
  evenOpen = false,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    if ((await lockBinding(client, binding, tenantId)) && !evenOpen) throw new PlanGone("the binding lives here");
    await client.query("update frame_bindings set is_open = false where binding = $1", [binding]);
    const found = await client.query<{ id: number }>("select id from segments where binding = $1 for update", [
      binding,
    ]);
    await deleteSegments(
      client,
      found.rows.map(({ id }) => id),
    );
  });
  // Closed, it gets no more. A move that ends here begins with this again.
  await deleteRows(pool, binding);
}
