import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

interface Whose {
  readonly id: string;
  readonly tenantId: string;
}

/** What was typed at the refused registration, for the next one; neither password nor picture. */
export async function refusedApplication(
  db: Db,
  user: Whose,
): Promise<{ reason: string; application: Record<string, unknown> }> {
  const found = await sql<{ reason: string; kind: string } & Record<string, unknown>>`
    select t.refusal as reason, t.kind, u.name, u.phone as mobile, coalesce(u.email, '') as email, u.nick_name, u.gender,
      u.job, u.department, u.description, t.organization_name, t.industry, t.address, t.country, t.province, t.city,
      coalesce(m.merchant_code, '') as merchant_id
    from users u join tenants t on t.id = u.tenant_id left join tenants m on m.id = t.merchant_id
    where u.tenant_id = ${user.tenantId} and u.id = ${user.id}`.execute(db);
  const { reason = "", kind, ...typed } = found.rows[0] ?? {};
  return { reason, application: { ...typed, tenant_type: kind === "merchant" ? 1 : 0 } };
}
