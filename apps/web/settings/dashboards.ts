import { createDashboard, DEFAULT_DASHBOARD, listDashboards } from "@canopy/contract/settings/dashboards";
import { api } from "../platform/api.ts";

export interface DashboardOwner {
  tenantId: string;
  isManager: boolean;
  /** The name a new one gets. */
  name: string;
}

/** ACC-11: looked up after signing in; a manager without one gets one. Two sign-ins at once make one: the server's part. */
export async function ensureDashboard({ tenantId, isManager, name }: DashboardOwner): Promise<string | undefined> {
  const query = { tenant_id: tenantId, business_type: DEFAULT_DASHBOARD };
  const { list } = await api(listDashboards, { query });
  if (list[0] || !isManager) return list[0]?.id;
  const { id } = await api(createDashboard, { body: { ...query, name } });
  return id;
}
