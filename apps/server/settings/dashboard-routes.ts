import { createDashboard, listDashboards } from "@canopy/contract/settings/dashboards";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { findDashboards, insertDashboard } from "./dashboard-store.ts";

export function dashboardRoutes(db: Db): Route[] {
  return [
    route(listDashboards, async ({ caller, query }) => ({
      list: await findDashboards(db, caller.tenantId, query.business_type),
    })),
    route(createDashboard, async ({ caller, body }) => ({
      id: await insertDashboard(db, { tenantId: caller.tenantId, ownerId: caller.userId, ...body }),
    })),
  ];
}
