import type { RegistrationRow } from "@canopy/contract/accounts/reviews";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { maskPhone } from "../security-ticket.ts";
import { contains, type Page } from "../tenant-store.ts";

/** ACC-17: a system manager decides on all who applied, a merchant's manager on its own owners. */
function mayDecide(caller: Pick<Caller, "role" | "tenantId">): RawBuilder<boolean> {
  if (caller.role === "system") return sql<boolean>`t.applied_at is not null`;
  return sql<boolean>`t.applied_at is not null and t.merchant_id = ${caller.tenantId}`;
}

interface Asked extends Page {
  readonly state: "" | "review" | "active" | "refused";
}

/** Those who wait come first, the one who waits longest before all; then the newest decisions. */
export async function listRegistrationRows(
  db: Db,
  caller: Pick<Caller, "role" | "tenantId">,
  asked: Asked,
): Promise<{ list: RegistrationRow[]; total: number }> {
  const word = contains(asked.keyword);
  const found = await sql<RegistrationRow & { kind: string; phone: string | null; total: number }>`
    select t.id, t.name as tenant_name, t.kind, t.state, u.name as user_name, u.nick_name, t.organization_name,
      u.phone, u.email is not null as has_email, m.name as merchant_name, t.refusal as reason,
      (extract(epoch from t.applied_at) * 1000)::bigint as applied_time,
      (extract(epoch from t.decided_at) * 1000)::bigint as decided_time, count(*) over () as total
    from tenants t join users u on u.tenant_id = t.id and u.role = 'manager' left join tenants m on m.id = t.merchant_id
    where ${mayDecide(caller)} and t.state in ('review', 'active', 'refused')
      and (${asked.state} = '' or t.state = ${asked.state})
      and (t.name ilike ${word} or t.organization_name ilike ${word} or u.name ilike ${word})
    order by (t.state = 'review') desc, case when t.state = 'review' then t.applied_at end, t.decided_at desc, t.id
    limit ${asked.page_size} offset ${(asked.current_page - 1) * asked.page_size}`.execute(db);
  const list = found.rows.map(({ kind, phone, total: _, ...row }) => ({
    ...row,
    tenant_type: kind === "merchant" ? 1 : 0,
    mobile: maskPhone(phone ?? ""),
  }));
  return { list, total: found.rows[0]?.total ?? 0 };
}

export interface Applicant {
  readonly state: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
}

/** Undefined: none that this caller decides on. */
export async function findApplicant(
  db: Db,
  caller: Pick<Caller, "role" | "tenantId">,
  tenantId: string,
): Promise<Applicant | undefined> {
  const found = await sql<Applicant>`select t.state, u.name, u.phone, u.email
    from tenants t join users u on u.tenant_id = t.id and u.role = 'manager'
    where t.id = ${tenantId} and ${mayDecide(caller)} order by u.created_at limit 1`.execute(db);
  return found.rows[0];
}

/** False: it was decided before. */
export async function decide(db: Db, tenantId: string, state: "active" | "refused", reason: string): Promise<boolean> {
  const done = await sql`update tenants set state = ${state}, refusal = ${reason}, decided_at = now()
    where id = ${tenantId} and state = 'review' returning 1`.execute(db);
  return done.rows.length > 0;
}

/** Of all tenants, for the operator. */
export async function countWaitingRegistrations(db: Db): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from tenants
    where applied_at is not null and state = 'review'`.execute(db);
  return found.rows[0]?.n ?? 0;
}
