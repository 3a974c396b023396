import type { Operation } from "@canopy/contract/accounts/operation-log";
import { sql } from "kysely";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { contains } from "../tenant-store.ts";

/** What people name, and the column of its name. */
const NAMED = [
  ["things", "name"],
  ["vehicles", "name"],
  ["users", "name"],
  ["access_tokens", "name"],
  ["dbc_files", "name"],
  ["info_models", "name"],
  ["labels", "name"],
  ["thing_groups", "name"],
  ["alarm_rules", "name"],
  ["fences", "name"],
  ["files", "name"],
  ["ecus", "name"],
  ["dtc_files", "name"],
  ["unlock_files", "name"],
  ["uds_sequences", "name"],
  ["flash_packages", "name"],
  ["flash_flows", "name"],
  ["firmware_images", "file_name"],
  ["firmware_keys", "name"],
  ["download_tasks", "name"],
  ["import_tasks", "name"],
  ["signal_strategies", "name"],
  ["push_rules", "name"],
  ["outputs", "name"],
  ["test_routines", "name"],
  ["analysis_scripts", "name"],
  ["work_orders", "name"],
  ["dashboards", "name"],
] as const;
/** Things that one word of a search stands for at most: each is looked for in the rows. */
const MOST_NAMED = 20;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Names that objects of the tenant have now, by their ids; one that is gone has none. An operator's are tenants too. */
export async function namesOfObjects(
  db: Db,
  { tenantId, role }: Pick<Caller, "tenantId" | "role">,
  rows: readonly Pick<Operation, "objects">[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ objects }) => idsIn(objects)))];
  if (ids.length === 0) return new Map();
  const each = NAMED.map(
    ([table, name]) => sql`select id::text, ${sql.ref(name)} as name from ${sql.table(table)}
      where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  );
  if (role === "system") each.push(sql`select id::text, name from tenants where id = any(${ids}::uuid[])`);
  const found = await sql<{ id: string; name: string }>`${sql.join(each, sql` union all `)}`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

/** Which objects of the tenant have the word in the name that they have now. */
export async function idsNamed(
  db: Db,
  { tenantId, role }: Pick<Caller, "tenantId" | "role">,
  word: string,
): Promise<string[]> {
  const pattern = contains(word);
  const each = NAMED.map(
    ([table, name]) => sql`(select id::text from ${sql.table(table)}
      where tenant_id = ${tenantId} and ${sql.ref(name)} ilike ${pattern} limit ${MOST_NAMED})`,
  );
  if (role === "system") each.push(sql`(select id::text from tenants where name ilike ${pattern} limit ${MOST_NAMED})`);
  const found = await sql<{ id: string }>`${sql.join(each, sql` union all `)} limit ${MOST_NAMED}`.execute(db);
  return found.rows.map(({ id }) => id);
}

export const idsIn = (objects: Operation["objects"]): string[] =>
  Object.values(objects)
    .flat()
    .filter(isId)
    .map((id) => id.toLowerCase());

export function isId(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}
