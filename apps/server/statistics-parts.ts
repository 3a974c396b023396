import { limitsOf } from "./capacity/limits.ts";
import { deviceLevels } from "./devices/rights/device-level-store.ts";
import type { Route } from "./platform/http/route.ts";
import { panelRoutes } from "./statistics/panels/panel-routes.ts";
import { fleetStatisticsRoutes } from "./statistics/statistics-routes.ts";

type Parts = Parameters<typeof fleetStatisticsRoutes>[0] &
  Omit<Parameters<typeof panelRoutes>[0], "limitOf" | "deviceLevels">;

/** Routes of figures of the fleet and of panels, with the rights of who asks. */
export function allStatisticsRoutes(parts: Parts): Route[] {
  const { db } = parts;
  return [
    ...fleetStatisticsRoutes(parts),
    ...panelRoutes({
      ...parts,
      limitOf: limitsOf(db),
      deviceLevels: (caller, thingsIds) => deviceLevels(db, caller, thingsIds),
    }),
  ];
}
