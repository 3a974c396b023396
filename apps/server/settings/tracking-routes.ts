import { platformErrors } from "@canopy/contract/platform/errors";
import { trackEvent } from "@canopy/contract/settings/tracking";
import { sql } from "kysely";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";

/** NAV-13: usage events of the caller; never of another user. */
export function trackingRoutes(db: Db): Route[] {
  return [
    route(trackEvent, async ({ caller, body }) => {
      if (body.user_id !== caller.userId) throw new ApiError(platformErrors.notFound);
      await sql`insert into tracking_events (tenant_id, user_id, platform, module, action, params)
        values (${caller.tenantId}, ${caller.userId}, ${body.platform}, ${body.module}, ${body.action},
          ${JSON.stringify(body.params ?? null)}::jsonb)`.execute(db);
      return { message: "" };
    }),
  ];
}
