import type { OWNER_ORDERS } from "@canopy/contract/accounts/owners";
import { type RawBuilder, sql } from "kysely";
import { type Ordered, orderedBy } from "../platform/postgres/order-by.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { contains, type Page } from "./tenant-store.ts";
import type { TenantState } from "./user-store.ts";

interface OwnerRow {
  readonly id: string;
  readonly name: string;
  readonly organization_name: string;
  readonly state: TenantState;
  readonly contact_name: string;
  readonly phone: string;
  readonly email: string;
  readonly created_time: number;
}

const CONTACT = sql`coalesce(nullif(u.nick_name, ''), u.name, '')`;
type OwnerOrder = (typeof OWNER_ORDERS)[number];
const OWNER_COLUMNS: Readonly<Record<OwnerOrder, RawBuilder<unknown>>> = {
  name: sql`lower(t.name)`,
  organization_name: sql`lower(nullif(t.organization_name, ''))`,
  state: sql`t.state::text`,
  contact_name: sql`lower(nullif(${CONTACT}, ''))`,
  created_time: sql`t.created_at`,
};

/** USR-01: owners that registered with this merchant; none of any other tenant. */
export async function listOwnerRows(
  db: Db,
  merchantId: string,
  page: Page & Ordered<OwnerOrder>,
): Promise<{ list: OwnerRow[]; total: number }> {
  const found = await sql<OwnerRow & { total: number }>`select t.id, t.name, t.organization_name, t.state,
      ${CONTACT} as contact_name, coalesce(u.phone, '') as phone,
      coalesce(u.email, '') as email, (extract(epoch from t.created_at) * 1000)::bigint as created_time,
      count(*) over ()::int as total
    from tenants t left join users u on u.tenant_id = t.id and u.role = 'manager'
    where t.merchant_id = ${merchantId} and t.kind = 'owner'
      and (t.name ilike ${contains(page.keyword)} or t.organization_name ilike ${contains(page.keyword)})
    order by ${orderedBy(OWNER_COLUMNS, page, sql`t.created_at desc, t.id`)}
    limit ${page.page_size} offset ${(page.current_page - 1) * page.page_size}`.execute(db);
  const list = found.rows.map(({ total: _, ...row }) => row);
  return { list, total: found.rows[0]?.total ?? 0 };
}
