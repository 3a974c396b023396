import { type AlarmSearch, getAlarmSearch } from "@canopy/contract/alarms/search";
import { listInfoModels } from "@canopy/contract/devices/info-models";
import { listLabels } from "@canopy/contract/devices/labels";
import { queryOptions } from "@tanstack/react-query";
import { mayCall } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";

const RUNNING_MS = 500;
const MOST_NAMES = 25;

export const SEARCH_KEY = ["alarms", "search"] as const;

export const isRunning = ({ state }: Pick<AlarmSearch, "state">): boolean => state === "queued" || state === "running";

/** Rows come in while it runs. */
export function searchQuery(searchId: string) {
  return queryOptions({
    queryKey: [...SEARCH_KEY, searchId],
    queryFn: async ({ signal }) => (await api(getAlarmSearch, { params: { search_id: searchId } }, { signal })).data,
    enabled: searchId !== "",
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? RUNNING_MS : false),
    retry: false,
  });
}

/** Labels and types that a search may be limited to. */
export function scopesQuery(tenantId: string) {
  return queryOptions({
    queryKey: [...SEARCH_KEY, "scopes", tenantId],
    queryFn: async ({ signal }) => {
      const labels = mayCall(listLabels) ? (await api(listLabels, {}, { signal })).list : [];
      const asked = { params: { tenant_id: tenantId }, query: { page_size: MOST_NAMES } };
      const types = mayCall(listInfoModels) ? (await api(listInfoModels, asked, { signal })).list : [];
      return { labels, types };
    },
    enabled: tenantId !== "",
  });
}
