import { getPanel, listPanels, listShares, openShare, readPanelData } from "@canopy/contract/statistics/panels";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { isGone } from "../../devices/device-query.ts";
import { api } from "../../platform/api.ts";

export const PANELS_KEY = ["panels"] as const;
/** Values of a panel are so old at most. */
const DATA_MS = 2000;
const LIST_MS = 30_000;

export const panelsQuery = queryOptions({
  queryKey: [...PANELS_KEY, "list"],
  queryFn: ({ signal }) => api(listPanels, {}, { signal }),
  refetchInterval: LIST_MS,
});

export const panelQuery = (id: string) =>
  queryOptions({
    queryKey: [...PANELS_KEY, "one", id],
    queryFn: async ({ signal }) => (await api(getPanel, { params: { panel_id: id } }, { signal })).data,
    enabled: id !== "",
    retry: (count, problem) => !isGone(problem) && count < 2,
  });

export const panelDataQuery = (id: string) =>
  queryOptions({
    queryKey: [...PANELS_KEY, "data", id],
    queryFn: async ({ signal }) => (await api(readPanelData, { params: { panel_id: id } }, { signal })).data,
    enabled: id !== "",
    placeholderData: keepPreviousData,
    refetchInterval: DATA_MS,
    structuralSharing: false,
  });

export const sharesQuery = (id: string) =>
  queryOptions({
    queryKey: [...PANELS_KEY, "shares", id],
    queryFn: async ({ signal }) => (await api(listShares, { params: { panel_id: id } }, { signal })).list,
  });

/** By a link; one that has ended is not asked for again. */
export const sharedQuery = (code: string) =>
  queryOptions({
    queryKey: ["shared-panel", code],
    queryFn: ({ signal, client }) => {
      const isFirst = client.getQueryData(["shared-panel", code]) === undefined;
      return api(openShare, { body: { code, is_first: isFirst } }, { signal });
    },
    enabled: code !== "",
    refetchInterval: ({ state }) => (isGone(state.error) ? false : DATA_MS),
    retry: (count, problem) => !isGone(problem) && count < 2,
    structuralSharing: false,
  });
