import { DEFAULT_DASHBOARD } from "@canopy/contract/settings/dashboards";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

export interface Dashboard {
  id: string;
  tenant_id: string;
  business_type: string;
  name: string;
  owner_id: string;
}

export async function findDashboards(db: Db, tenantId: string, businessType: string): Promise<Dashboard[]> {
  const found = await sql<Dashboard>`select id, tenant_id, business_type, name, owner_id from dashboards
    where tenant_id = ${tenantId} and business_type = ${businessType} order by created_at`.execute(db);
  return found.rows;
}

interface NewDashboard {
  tenantId: string;
  ownerId: string;
  business_type: string;
  name: string;
}

/** ACC-11: of two default dashboards made at once the first stays and both callers get its id. */
export async function insertDashboard(db: Db, dashboard: NewDashboard): Promise<string> {
  const made = await sql<{ id: string }>`
    insert into dashboards (tenant_id, business_type, name, owner_id)
    values (${dashboard.tenantId}, ${dashboard.business_type}, ${dashboard.name}, ${dashboard.ownerId})
    on conflict (tenant_id) where business_type = 'candtu_dashboard_default' do nothing returning id`.execute(db);
  if (made.rows[0]) return made.rows[0].id;
  const [first] = await findDashboards(db, dashboard.tenantId, DEFAULT_DASHBOARD);
  return first?.id ?? "";
}
