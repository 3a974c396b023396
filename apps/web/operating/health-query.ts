import { getHealth } from "@canopy/contract/operating/health";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/api.ts";

/** While the page is visible; a hidden one asks nothing. */
export const HEALTH_MS = 5000;

export const healthQuery = queryOptions({
  queryKey: [getHealth.name],
  queryFn: async ({ signal }) => (await api(getHealth, {}, { signal })).data,
  refetchInterval: HEALTH_MS,
});
