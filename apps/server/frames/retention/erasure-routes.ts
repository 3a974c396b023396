import { accountErrors } from "@canopy/contract/accounts/errors";
import { eraseTenant } from "@canopy/contract/frames/erasure";
import { platformErrors } from "@canopy/contract/platform/errors";
import { closeForErasure, findErasable } from "../../accounts/erase-tenant-store.ts";
import { endTenantSessions } from "../../accounts/tenant-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { confirmPassword, type PasswordServices } from "./confirm-password.ts";
import { ERASE_TENANT } from "./erase-tenant-job.ts";

interface ErasureServices extends PasswordServices {
  readonly db: Db;
  readonly jobs: Jobs;
  /** Called after the tenant is closed. */
  tenantClosed(tenantId: string): Promise<void>;
}

/** The tenant is closed first: nothing of it comes in while it goes. The job is the operator's own. */
export function erasureRoutes(services: ErasureServices): Route[] {
  const { db, jobs, tenantClosed } = services;
  return [
    route(eraseTenant, async (context) => {
      const { caller, params, body } = context;
      const { tenant_id } = params;
      const found = await findErasable(db, tenant_id);
      if (!found) throw new ApiError(platformErrors.notFound);
      if (found.kind === "platform") throw new ApiError(accountErrors.platformTenant);
      if (found.name !== body.name) throw new ApiError(accountErrors.tenantNameDiffers, { field: "name" });
      if (found.owners > 0) throw new ApiError(accountErrors.tenantHasOwners, { values: { count: found.owners } });
      await confirmPassword(services, context, body.password);
      await closeForErasure(db, tenant_id);
      await endTenantSessions(db, tenant_id);
      await tenantClosed(tenant_id);
      const { tenantId, userId } = caller;
      return { id: await jobs.enqueue(ERASE_TENANT, { tenantId, userId, input: { erasedTenantId: tenant_id } }) };
    }),
  ];
}
