import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

/** USR-07: the log of operations is the operator's, and goes by its own age. Rows of files go with their bytes. */
const KEPT = ["operation_log", "files", "file_parts", "transfer_objects"];
const FOREIGN_KEY_VIOLATION = "23503";

/** Every row that names the tenant, in every table, then the tenant; returns how many. */
export async function eraseTenantRows(db: Db, tenantId: string): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    let rows = await eraseByBinding(transaction, tenantId);
    let left = await tablesWith(transaction, "tenant_id");
    while (left.length > 0) {
      const stuck: string[] = [];
      for (const table of left) {
        const gone = await tryErase(transaction, table, tenantId);
        if (gone === undefined) stuck.push(table);
        else rows += gone;
      }
      if (stuck.length === left.length) throw new Error(`rows of ${stuck.join(", ")} cannot go`);
      left = stuck;
    }
    await sql`delete from tenants where id = ${tenantId}`.execute(transaction);
    return rows;
  });
}

async function tablesWith(db: Db, column: string): Promise<string[]> {
  const found = await sql<{ name: string }>`select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.column_name = ${column}
    order by 1`.execute(db);
  return found.rows.map(({ name }) => name).filter((name) => !KEPT.includes(name));
}

/** Rows that name a binding alone. */
async function eraseByBinding(db: Db, tenantId: string): Promise<number> {
  const named = new Set(await tablesWith(db, "tenant_id"));
  let rows = 0;
  for (const table of await tablesWith(db, "binding")) {
    if (named.has(table)) continue;
    const gone = await sql`delete from ${sql.table(table)}
      where binding in (select number from bindings where tenant_id = ${tenantId})`.execute(db);
    rows += Number(gone.numAffectedRows ?? 0);
  }
  return rows;
}

/** Undefined: rows of another table still refer to some. */
async function tryErase(db: Db, table: string, tenantId: string): Promise<number | undefined> {
  await sql`savepoint erase_table`.execute(db);
  try {
    const gone = await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(db);
    await sql`release savepoint erase_table`.execute(db);
    return Number(gone.numAffectedRows ?? 0);
  } catch (error) {
    await sql`rollback to savepoint erase_table`.execute(db);
    if (error instanceof Error && "code" in error && error.code === FOREIGN_KEY_VIOLATION) return undefined;
    throw error;
  }
}

interface ErasableTenant {
  readonly name: string;
  readonly kind: string;
  /** Tenants that belong to this merchant. */
  readonly owners: number;
}

/** Whatever became of its registration: nothing of it comes in while it goes. */
export async function closeForErasure(db: Db, tenantId: string): Promise<void> {
  await sql`update tenants set state = 'closed' where id = ${tenantId}`.execute(db);
}

export async function findErasable(db: Db, tenantId: string): Promise<ErasableTenant | undefined> {
  const found = await sql<ErasableTenant>`select name, kind,
      (select count(*)::int from tenants o where o.merchant_id = t.id) as owners
    from tenants t where id = ${tenantId}`.execute(db);
  return found.rows[0];
}
