import { pushCapacity, setWhenFull, userPackage } from "@canopy/contract/capacity/capacity";
import { setTenantPackage, tenantPackage } from "@canopy/contract/capacity/operating";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { changePackage, hasTenant, packageOf } from "./package-store.ts";
import { chooseWhenFull } from "./storage-choice-store.ts";

interface CapacityServices {
  readonly db: Db;
  /** Push deliveries of a tenant in this month. */
  pushesOf(tenantId: string): Promise<number>;
}

export function capacityRoutes({ db, pushesOf }: CapacityServices): Route[] {
  return [
    route(userPackage, async ({ params }) => ({ content: await packageOf(db, params.tenantId) })),
    route(pushCapacity, async ({ params: { tenantId } }) => {
      const { push_flow } = await packageOf(db, tenantId);
      return { total: push_flow ?? 0, used: await pushesOf(tenantId) };
    }),
    route(setWhenFull, async ({ params, body }) => {
      await chooseWhenFull(db, params.tenantId, body.when_full);
      return body;
    }),
    route(tenantPackage, async ({ params }) => {
      await requireTenant(db, params.tenant_id);
      return { content: await packageOf(db, params.tenant_id) };
    }),
    route(setTenantPackage, async ({ params, body }) => {
      await requireTenant(db, params.tenant_id);
      await changePackage(db, params.tenant_id, body.content);
      return { content: await packageOf(db, params.tenant_id) };
    }),
  ];
}

async function requireTenant(db: Db, tenantId: string): Promise<void> {
  if (!(await hasTenant(db, tenantId))) throw new ApiError(platformErrors.notFound);
}
