import { trackEvent } from "@canopy/contract/settings/tracking";
import { sql } from "kysely";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";

/** NAV-13: what was used, by whom. The user is the caller, whatever the body says. */
export function trackingRoutes(db: Db): Route[] {
  return [
    route(trackEvent, async ({ caller, body }) => {
      await sql`insert into tracking_events (tenant_id, user_id, platform, module, action, params)
        values (${caller.tenantId}, ${caller.userId}, ${body.platform}, ${body.module}, ${body.action},
          ${JSON.stringify(body.params ?? null)}::jsonb)`.execute(db);
      return { message: "" };
    }),
  ];
}
