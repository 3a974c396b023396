import { getLakeSchedule, lakeErrors, setLakeSchedule } from "@canopy/contract/lake/schedule";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { scheduleOf, setSchedule } from "./schedule-store.ts";

/** OPS-06 */
export function lakeRoutes(db: Db): Route[] {
  return [
    route(getLakeSchedule, async ({ caller }) => ({ data: await scheduleOf(db, caller.tenantId) })),
    route(setLakeSchedule, async ({ caller, body }) => {
      if (body.is_enabled && !body.frames && !body.signals) throw new ApiError(lakeErrors.nothingChosen);
      await setSchedule(db, caller.tenantId, body);
      return { data: await scheduleOf(db, caller.tenantId) };
    }),
  ];
}
