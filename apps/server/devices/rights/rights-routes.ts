import { changeRights, listRights } from "@canopy/contract/devices/rights";
import { platformErrors } from "@canopy/contract/platform/errors";
import { getUser } from "../../accounts/user-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { changeRightRows, listRightRows, stepsOf } from "./rights-store.ts";

/** USR-03: a manager sets a sub-user's levels, one by one or for all that a filter finds. */
export function rightsRoutes(db: Db): Route[] {
  const requireSub = async (tenantId: string, userId: string) => {
    const user = await getUser(db, tenantId, userId);
    if (user?.role !== "sub") throw new ApiError(platformErrors.notFound);
    return { tenantId, userId };
  };
  return [
    route(listRights, async ({ caller, params, query }) => {
      const whose = await requireSub(caller.tenantId, params.user_id);
      const { list, total } = await listRightRows(db, whose, query);
      const { current_page, page_size } = query;
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(changeRights, async ({ caller, params, body }) => {
      const whose = await requireSub(caller.tenantId, params.user_id);
      const copied = body.copy_from && (await requireSub(caller.tenantId, body.copy_from));
      const steps = copied ? await stepsOf(db, copied) : body.steps;
      return { data: await changeRightRows(db, whose, steps, body.is_trial) };
    }),
  ];
}
