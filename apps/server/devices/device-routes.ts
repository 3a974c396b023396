import type { Route } from "../platform/http/route.ts";
import { bulkRoutes } from "./bulk-routes.ts";
import { connectRoutes } from "./connect-routes.ts";
import { deviceLevelRoutes } from "./device-level-routes.ts";
import { deviceLogRoutes } from "./device-log-routes.ts";
import type { DeviceServices } from "./device-services.ts";
import { importRoutes } from "./import-routes.ts";
import { infoModelRoutes } from "./info-model-routes.ts";
import { labelRoutes } from "./label-routes.ts";
import { licenceRoutes } from "./licence-routes.ts";
import { terminalMoveRoutes } from "./terminal-move-routes.ts";
import { thingRoutes } from "./thing-routes.ts";
import { vehicleRoutes } from "./vehicle-routes.ts";

/** Every call of the domain. */
export function deviceRoutes(services: DeviceServices, now: () => number): Route[] {
  return [
    ...thingRoutes(services, now),
    ...terminalMoveRoutes(services, now),
    ...bulkRoutes(services),
    ...connectRoutes(services),
    ...importRoutes(services),
    ...infoModelRoutes(services),
    ...labelRoutes(services),
    ...licenceRoutes(services.db),
    ...vehicleRoutes(services.db),
    ...deviceLevelRoutes(services.db),
    ...deviceLogRoutes(services.db),
  ];
}
