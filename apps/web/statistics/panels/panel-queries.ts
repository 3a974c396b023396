import type { Reply } from "@canopy/contract/platform/endpoint";
import type { Widget } from "@canopy/contract/statistics/panel-widgets";
import { getPanel, listPanels, listShares, openShare, readPanelData } from "@canopy/contract/statistics/panels";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { isGone } from "../../devices/device-query.ts";
import { api } from "../../platform/api.ts";

export const PANELS_KEY = ["panels"] as const;
/** Values of a panel are so old at most where they do not come by themselves. */
const DATA_MS = 2000;
/** Where they do: what is stored, who may read and what went are asked for so often. */
export const LIVE_DATA_MS = 10_000;
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

export const panelDataQuery = (id: string, isLive: boolean) =>
  queryOptions({
    queryKey: [...PANELS_KEY, "data", id],
    queryFn: async ({ signal }) => (await api(readPanelData, { params: { panel_id: id } }, { signal })).data,
    enabled: id !== "",
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_DATA_MS : DATA_MS,
    structuralSharing: false,
  });

export const sharesQuery = (id: string) =>
  queryOptions({
    queryKey: [...PANELS_KEY, "shares", id],
    queryFn: async ({ signal }) => (await api(listShares, { params: { panel_id: id } }, { signal })).list,
  });

type SharedAnswer = Omit<Reply<typeof openShare>, "widgets"> & { readonly widgets: readonly Widget[] };

/** By a link; one that has ended is not asked for again. */
export const sharedQuery = (code: string) =>
  queryOptions({
    queryKey: ["shared-panel", code],
    queryFn: async ({ signal, client }): Promise<SharedAnswer> => {
      const before = client.getQueryData<SharedAnswer>(["shared-panel", code]);
      const asked = { code, is_first: before === undefined, known_version: before?.version };
      const { widgets, ...answer } = await api(openShare, { body: asked }, { signal });
      return { ...answer, widgets: widgets ?? before?.widgets ?? [] };
    },
    enabled: code !== "",
    refetchInterval: ({ state }) => (isGone(state.error) ? false : DATA_MS),
    retry: (count, problem) => !isGone(problem) && count < 2,
    structuralSharing: false,
  });
