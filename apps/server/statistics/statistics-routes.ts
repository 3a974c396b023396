import { exportFleetDays, readFleetStatistics } from "@canopy/contract/statistics/fleet";
import { readFleetSpread } from "@canopy/contract/statistics/spread";
import { HttpReply, type Route, route } from "../platform/http/route.ts";
import { type ExportServices, exportDays } from "./export-fleet-days.ts";
import { readSpread, type SpreadServices } from "./read-fleet-spread.ts";
import { readFleet, type StatisticServices } from "./read-fleet-statistics.ts";

/** STA-01 */
export function fleetStatisticsRoutes(services: StatisticServices & ExportServices & SpreadServices): Route[] {
  return [
    route(readFleetStatistics, async ({ caller, query }) => {
      const { from_day: fromDay, to_day: toDay, by, label_id: labelId = null } = query;
      return { data: await readFleet(services, caller, { fromDay, toDay, by, labelId }) };
    }),
    route(exportFleetDays, async ({ caller, query }) => {
      const { from_day: fromDay, to_day: toDay, by, label_id: labelId = null } = query;
      const csv = await exportDays(services, caller, { fromDay, toDay, by, labelId });
      return new HttpReply(csv, 200, { "content-disposition": 'attachment; filename="statistics.csv"' });
    }),
    route(readFleetSpread, async ({ caller, query, signal }) => ({
      data: await readSpread(services, caller, query.label_id ?? null, signal),
    })),
  ];
}
