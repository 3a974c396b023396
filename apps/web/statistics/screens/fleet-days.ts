import { readFleetStatistics } from "@canopy/contract/statistics/fleet";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { DAY_MS } from "../statistic-figures.ts";

const LOOK_AGAIN_MS = 60_000;

/** The last days of the fleet or of the devices with a label, today included. */
export function useDays(days: number, label?: string) {
  const today = Math.floor(Date.now() / DAY_MS);
  const query = { from_day: today - days + 1, to_day: today, by: "device", ...(label && { label_id: label }) } as const;
  return useQuery({
    queryKey: ["statistics", query],
    queryFn: async ({ signal }) => (await api(readFleetStatistics, { query }, { signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
}
