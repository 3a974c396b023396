import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

interface ChoiceOwner {
  readonly tenantId: string;
  readonly userId: string;
  readonly thingsId: string;
}

/** A table that holds one list per user and device, as JSON. */
interface ChoiceTable {
  readonly table: string;
  readonly column: string;
}

export async function readChoice<T>(db: Db, { table, column }: ChoiceTable, owner: ChoiceOwner): Promise<T[]> {
  const { tenantId, userId, thingsId } = owner;
  const found = await sql<{ list: T[] }>`select ${sql.ref(column)} as list from ${sql.table(table)}
    where tenant_id = ${tenantId} and user_id = ${userId} and things_id = ${thingsId}`.execute(db);
  return found.rows[0]?.list ?? [];
}

export async function keepChoice(
  db: Db,
  { table, column }: ChoiceTable,
  { tenantId, userId, thingsId }: ChoiceOwner,
  list: readonly unknown[],
): Promise<void> {
  const [rows, content] = [sql.table(table), sql.ref(column)];
  await sql`insert into ${rows} (tenant_id, user_id, things_id, ${content})
    values (${tenantId}, ${userId}, ${thingsId}, ${JSON.stringify(list)}::jsonb)
    on conflict (user_id, things_id) do update set ${content} = excluded.${content}, updated_at = now()
      where ${rows}.tenant_id = ${tenantId}`.execute(db);
}
