import { MAX_SEQUENCES, type UdsSequence } from "@canopy/contract/diagnosis/sequences";
import { sql } from "kysely";
import { safeJson, safeText } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";

const ROW = sql`s.id as sequence_id, s.name, s.go_on, s.steps, s.user_name,
  (extract(epoch from s.updated_at) * 1000)::bigint as updated_time`;

export async function sequencesOf(db: Db, tenantId: string): Promise<UdsSequence[]> {
  const found = await sql<UdsSequence>`select ${ROW} from uds_sequences s where s.tenant_id = ${tenantId}
    order by lower(s.name) limit ${MAX_SEQUENCES}`.execute(db);
  return found.rows;
}

type Content = Pick<UdsSequence, "name" | "go_on" | "steps" | "user_name">;

/** Undefined: the tenant has as many as it may, and none of this name. */
export async function putSequence(db: Db, tenantId: string, content: Content): Promise<UdsSequence | undefined> {
  const name = safeText(content.name);
  const put = await sql<UdsSequence>`with s as (
      insert into uds_sequences as o (tenant_id, name, go_on, steps, user_name)
      select ${tenantId}, ${name}, ${content.go_on}, ${safeJson(content.steps)}::jsonb, ${content.user_name}
      where (select count(*) from uds_sequences c where c.tenant_id = ${tenantId} and lower(c.name) <> lower(${name}))
        < ${MAX_SEQUENCES}
      on conflict (tenant_id, lower(name)) do update set name = excluded.name, go_on = excluded.go_on,
        steps = excluded.steps, user_name = excluded.user_name, updated_at = now()
      returning *)
    select ${ROW} from s`.execute(db);
  return put.rows[0];
}

export async function removeSequence(db: Db, tenantId: string, id: string): Promise<boolean> {
  const gone = await sql`delete from uds_sequences where tenant_id = ${tenantId} and id = ${id}
    returning id`.execute(db);
  return gone.rows.length > 0;
}
