import { getVehicle, listBoundChannels } from "@canopy/contract/devices/vehicles";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { isGone } from "../device-query.ts";

export const VEHICLES_KEY = ["devices", "vehicles"] as const;

/** How soon an open page notices changes of other users. */
const LOOK_AGAIN_MS = 15_000;

export function vehicleQuery(id: string) {
  return queryOptions({
    queryKey: [...VEHICLES_KEY, id],
    queryFn: async ({ signal }) => (await api(getVehicle, { params: { vehicle_id: id } }, { signal })).data,
    refetchInterval: (query) => (isGone(query.state.error) ? false : LOOK_AGAIN_MS),
    retry: (count, problem) => !isGone(problem) && count < 2,
  });
}

export const boundChannelsQuery = queryOptions({
  queryKey: [...VEHICLES_KEY, "channels"],
  queryFn: async ({ signal }) => (await api(listBoundChannels, {}, { signal })).list,
});
