import type { Route } from "../../platform/http/route.ts";
import { bookmarkRoutes } from "../bookmarks/bookmark-routes.ts";
import { deviceLogRoutes } from "../device-log-routes.ts";
import type { DeviceServices } from "../device-services.ts";
import { importRoutes } from "../import/import-routes.ts";
import { licenceRoutes } from "../licences/licence-routes.ts";
import { connectRoutes } from "../link/connect-routes.ts";
import { terminalMoveRoutes } from "../moves/terminal-move-routes.ts";
import { deviceLevelRoutes } from "../rights/device-level-routes.ts";
import type { TypeServices } from "../types/device-types.ts";
import { infoModelRoutes } from "../types/info-model-routes.ts";
import { vehicleRoutes } from "../vehicles/vehicle-routes.ts";
import { bulkRoutes } from "./bulk-routes.ts";
import { labelRoutes } from "./label-routes.ts";
import { thingRoutes } from "./thing-routes.ts";

/** Every call of the domain. */
export function deviceRoutes(services: DeviceServices & TypeServices, now: () => number): Route[] {
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
    ...bookmarkRoutes(services.db),
  ];
}
