import { MAX_ROUTINES, type RoutineContent, type TestRoutine } from "@canopy/contract/tests/routines";
import { sql } from "kysely";
import { safeJson, safeText } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";

type Row = Pick<TestRoutine, "routine_id" | "name" | "author" | "created_time" | "updated_time"> & {
  readonly content: Omit<RoutineContent, "name">;
};

const ROW = sql`r.id as routine_id, r.name, r.content, r.author,
  (extract(epoch from r.created_at) * 1000)::bigint as created_time,
  (extract(epoch from r.updated_at) * 1000)::bigint as updated_time`;

const toldOf = ({ content, ...row }: Row): TestRoutine => ({ ...content, ...row });

export async function routinesOf(db: Db, tenantId: string): Promise<TestRoutine[]> {
  const found = await sql<Row>`select ${ROW} from test_routines r where r.tenant_id = ${tenantId}
    order by lower(r.name) limit ${MAX_ROUTINES}`.execute(db);
  return found.rows.map(toldOf);
}

export async function findRoutine(db: Db, tenantId: string, id: string): Promise<TestRoutine | undefined> {
  const found = await sql<Row>`select ${ROW} from test_routines r
    where r.tenant_id = ${tenantId} and r.id = ${id}`.execute(db);
  return found.rows.map(toldOf)[0];
}

export async function countRoutines(db: Db, tenantId: string): Promise<number> {
  const counted = await sql<{ count: string }>`select count(*) from test_routines
    where tenant_id = ${tenantId}`.execute(db);
  return Number(counted.rows[0]?.count ?? 0);
}

/** Undefined: there is one of this name. */
export async function insertRoutine(
  db: Db,
  tenantId: string,
  { name, ...content }: RoutineContent,
  author: string,
): Promise<TestRoutine | undefined> {
  const made = await sql<Row>`with r as (
      insert into test_routines (tenant_id, name, content, author)
      values (${tenantId}, ${safeText(name)}, ${safeJson(content)}::jsonb, ${author}) on conflict do nothing returning *)
    select ${ROW} from r`.execute(db);
  return made.rows.map(toldOf)[0];
}

/** Undefined: no such routine, or another one has this name. */
export async function changeRoutine(
  db: Db,
  tenantId: string,
  id: string,
  { name, ...content }: RoutineContent,
): Promise<TestRoutine | undefined> {
  const changed = await sql<Row>`with r as (
      update test_routines set name = ${safeText(name)}, content = ${safeJson(content)}::jsonb, updated_at = now()
      where tenant_id = ${tenantId} and id = ${id} and not exists (select 1 from test_routines o
        where o.tenant_id = ${tenantId} and o.id <> ${id} and lower(o.name) = lower(${safeText(name)}))
      returning *)
    select ${ROW} from r`.execute(db);
  return changed.rows.map(toldOf)[0];
}

export async function removeRoutine(db: Db, tenantId: string, id: string): Promise<boolean> {
  const gone = await sql`delete from test_routines where tenant_id = ${tenantId} and id = ${id}
    returning id`.execute(db);
  return gone.rows.length > 0;
}
