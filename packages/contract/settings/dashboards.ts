import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";

/** ACC-11 */
export const DEFAULT_DASHBOARD = "candtu_dashboard_default";

/** STA-05: a panel of the tenant's own; made by `/panels` alone, which counts them. */
export const PANEL_DASHBOARD = "canopy_panel";

const dashboard = z.object({
  id: z.string(),
  tenant_id: z.string(),
  business_type: z.string(),
  name: z.string(),
  owner_id: z.string(),
});

export const listDashboards = endpoint({
  name: "settings.listDashboards",
  method: "GET",
  path: "/tenant/dashboards/batch",
  summary: { zh: "默认面板", en: "Default panels of a tenant" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({ tenant_id: idOf("tenant"), business_type: z.string().max(64).default(DEFAULT_DASHBOARD) }),
  reply: z.object({ list: z.array(dashboard) }),
});

/** Two sign-ins at once make one: a second default dashboard answers the first one's id. */
export const createDashboard = endpoint({
  name: "settings.createDashboard",
  method: "POST",
  path: "/tenant/dashboards",
  summary: { zh: "新建默认面板", en: "Make the default panel" },
  access: { kind: "manager" },
  audited: true,
  rateLimit: RATE.normal,
  body: z.object({
    tenant_id: idOf("tenant"),
    business_type: z
      .string()
      .min(1)
      .max(64)
      .regex(/^(?!canopy_panel$)/),
    name: z.string().min(1).max(64),
  }),
  reply: z.object({ id: z.string() }),
});
