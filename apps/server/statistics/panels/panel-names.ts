import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

type Named = { id: string; name: string };

/** Of those that this tenant has, by id. */
export async function deviceNames(db: Db, tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<Named>`select id, name from things
    where tenant_id = ${tenantId} and id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

/** A name that two devices have says nothing. */
export async function devicesByName(db: Db, tenantId: string, names: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<Named>`select min(id::text) as id, name from things
    where tenant_id = ${tenantId} and name = any(${[...names]}::text[]) group by name having count(*) = 1`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [name, id]));
}

export async function dbcNames(db: Db, tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<Named>`select id, name from dbc_files
    where tenant_id = ${tenantId} and id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

export async function dbcsByName(db: Db, tenantId: string, names: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<Named>`select min(id::text) as id, name from dbc_files
    where tenant_id = ${tenantId} and name = any(${[...names]}::text[]) group by name having count(*) = 1`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [name, id]));
}
