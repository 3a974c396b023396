import { readFleetStatistics } from "@canopy/contract/statistics/fleet";
import { type Route, route } from "../platform/http/route.ts";
import { readFleet, type StatisticServices } from "./read-fleet-statistics.ts";

/** STA-01 */
export function fleetStatisticsRoutes(services: StatisticServices): Route[] {
  return [
    route(readFleetStatistics, async ({ caller, query }) => {
      const { from_day: fromDay, to_day: toDay, by, label_id: labelId = null } = query;
      return { data: await readFleet(services, caller, { fromDay, toDay, by, labelId }) };
    }),
  ];
}
