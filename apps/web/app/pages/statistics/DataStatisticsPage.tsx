import { useNavigate } from "@tanstack/react-router";
import { STATISTIC_FILTERS } from "../../../statistics/asked-statistics.ts";
import { FleetStatisticsView } from "../../../statistics/FleetStatisticsView.tsx";
import { STATISTIC_SORTS } from "../../../statistics/statistic-columns.tsx";
import { DETAILS_PATH } from "../../details/use-details-address.ts";
import { useListState } from "../../use-list-state.ts";

/** STA-01 */
export function DataStatisticsPage() {
  const navigate = useNavigate();
  const list = useListState("statistics.fleet", { filterKeys: STATISTIC_FILTERS, sortKeys: STATISTIC_SORTS });
  return (
    <FleetStatisticsView
      {...list}
      onDevice={(id, from, to) =>
        void navigate({ to: DETAILS_PATH, search: { id, from, to, tab: "data", sub: "history" } })
      }
    />
  );
}
