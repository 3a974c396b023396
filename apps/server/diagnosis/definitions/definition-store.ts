import type { ecuDefinitions, KnownDefinitions } from "@canopy/contract/diagnosis/definitions";
import { sql } from "kysely";
import type { z } from "zod";
import { safeJson, safeText } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export async function findDefinitions(db: Db, tenantId: string, ecuId: string): Promise<KnownDefinitions | null> {
  const found = await sql<
    { content: z.output<typeof ecuDefinitions> } & Pick<KnownDefinitions, "file_name" | "user_name" | "created_time">
  >`
    select d.content, d.file_name, d.user_name, (extract(epoch from d.created_at) * 1000)::bigint as created_time
    from ecu_definitions d where d.tenant_id = ${tenantId} and d.ecu_id = ${ecuId}`.execute(db);
  const [row] = found.rows;
  if (!row) return null;
  const { content, ...rest } = row;
  return { ...content, ...rest };
}

interface NewDefinitions {
  readonly fileName: string;
  readonly userName: string;
  readonly content: z.output<typeof ecuDefinitions>;
}

export async function putDefinitions(db: Db, tenantId: string, ecuId: string, made: NewDefinitions): Promise<void> {
  await sql`insert into ecu_definitions (ecu_id, tenant_id, file_name, user_name, content)
    select e.id, e.tenant_id, ${safeText(made.fileName)}, ${made.userName}, ${safeJson(made.content)}::jsonb
    from ecus e where e.tenant_id = ${tenantId} and e.id = ${ecuId}
    on conflict (ecu_id) do update set file_name = excluded.file_name, user_name = excluded.user_name,
      content = excluded.content, created_at = now()`.execute(db);
}

export async function removeDefinitions(db: Db, tenantId: string, ecuId: string): Promise<void> {
  await sql`delete from ecu_definitions where tenant_id = ${tenantId} and ecu_id = ${ecuId}`.execute(db);
}
