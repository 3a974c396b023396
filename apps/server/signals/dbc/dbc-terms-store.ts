import { type DbcHit, MAX_DBC_HITS } from "@canopy/contract/signals/dbc-uses";
import { sql } from "kysely";
import { contains } from "../../accounts/tenant-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** The search looks in newest revisions only. `terms`: of `dbcTerms`. */
export async function replaceTerms(db: Db, tenantId: string, dbcId: string, terms: readonly string[]): Promise<void> {
  await sql`delete from dbc_terms where tenant_id = ${tenantId} and dbc_id = ${dbcId}`.execute(db);
  for (const rows of terms) {
    await sql`insert into dbc_terms (tenant_id, dbc_id, message_id, is_extended, message, signals, comments, texts)
      select ${tenantId}, ${dbcId}, * from jsonb_to_recordset(${rows}::jsonb) as row (message_id bigint,
        is_extended boolean, message text, signals text[], comments text[], texts text[])`.execute(db);
  }
}

/** Entries with every word in their text; names that begin with the first word come first. */
export async function findTerms(
  db: Db,
  tenantId: string,
  keyword: string,
): Promise<{ list: DbcHit[]; is_cut: boolean }> {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  const matches = words.map((word) => sql`e.text like ${contains(word)}`);
  const found = await sql<DbcHit>`
    select t.dbc_id, f.name, t.message_id, t.is_extended, t.message, e.signal, e.comment
    from dbc_terms t join dbc_files f on f.id = t.dbc_id
      cross join lateral unnest(t.signals, t.comments, t.texts) as e (signal, comment, text)
    where t.tenant_id = ${tenantId} and ${sql.join(matches, sql` and `)}
    order by starts_with(lower(coalesce(e.signal, t.message)), ${words[0] ?? ""}) desc,
      lower(f.name), t.message_id, e.signal nulls first limit ${MAX_DBC_HITS + 1}`.execute(db);
  return { list: found.rows.slice(0, MAX_DBC_HITS), is_cut: found.rows.length > MAX_DBC_HITS };
}
