import type { AnalysisScript, ScriptContent } from "@canopy/contract/tests/scripts";
import { sql } from "kysely";
import { safeText } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";

const ROW = sql`s.id as script_id, s.name, s.language, s.content, s.author,
  (extract(epoch from s.created_at) * 1000)::bigint as created_time,
  (extract(epoch from s.updated_at) * 1000)::bigint as updated_time`;

export async function scriptsOf(db: Db, tenantId: string): Promise<AnalysisScript[]> {
  const found = await sql<AnalysisScript>`select ${ROW} from analysis_scripts s where s.tenant_id = ${tenantId}
    order by lower(s.name)`.execute(db);
  return found.rows;
}

/** Scripts of a tenant are changed one after the other, so that their number is right. */
export async function lockScripts(db: Db, tenantId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`analysis_scripts ${tenantId}`}, 0))`.execute(db);
  const counted = await sql<{ count: string }>`select count(*) from analysis_scripts
    where tenant_id = ${tenantId}`.execute(db);
  return Number(counted.rows[0]?.count ?? 0);
}

/** Undefined: there is one of this name. */
export async function insertScript(
  db: Db,
  tenantId: string,
  { name, language, content }: ScriptContent,
  author: string,
): Promise<AnalysisScript | undefined> {
  const made = await sql<AnalysisScript>`with s as (
      insert into analysis_scripts (tenant_id, name, language, content, author)
      values (${tenantId}, ${safeText(name)}, ${language}, ${safeText(content)}, ${author})
      on conflict do nothing returning *)
    select ${ROW} from s`.execute(db);
  return made.rows[0];
}

/** Undefined: no such script, or another one has this name. */
export async function changeScript(
  db: Db,
  tenantId: string,
  id: string,
  { name, language, content }: ScriptContent,
): Promise<AnalysisScript | undefined> {
  const changed = await sql<AnalysisScript>`with s as (
      update analysis_scripts set name = ${safeText(name)}, language = ${language}, content = ${safeText(content)},
        updated_at = now()
      where tenant_id = ${tenantId} and id = ${id} and not exists (select 1 from analysis_scripts o
        where o.tenant_id = ${tenantId} and o.id <> ${id} and lower(o.name) = lower(${safeText(name)}))
      returning *)
    select ${ROW} from s`.execute(db);
  return changed.rows[0];
}

export async function hasScript(db: Db, tenantId: string, id: string): Promise<boolean> {
  const found = await sql`select 1 from analysis_scripts where tenant_id = ${tenantId} and id = ${id}`.execute(db);
  return found.rows.length > 0;
}

export async function removeScript(db: Db, tenantId: string, id: string): Promise<boolean> {
  const gone = await sql`delete from analysis_scripts where tenant_id = ${tenantId} and id = ${id}
    returning id`.execute(db);
  return gone.rows.length > 0;
}
