import type { FenceBox } from "@canopy/can/gps/fence-outline";
import type { FenceKind } from "@canopy/contract/places/fence-shape";
import { getFence, listFences } from "@canopy/contract/places/fences";
import { listFencesNear } from "@canopy/contract/places/fences-near";
import { MAX_PAGE_SIZE } from "@canopy/contract/platform/lists";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";

export const FENCES_KEY = ["places", "fences"] as const;
/** How soon an open list notices fences of other users. */
const FENCES_MS = 20_000;

interface FencePage {
  readonly current_page: number;
  readonly page_size: number;
  readonly keyword: string;
  readonly kind?: FenceKind | undefined;
}

export function fencesQuery(query: FencePage) {
  return queryOptions({
    queryKey: [...FENCES_KEY, query],
    queryFn: ({ signal }) => api(listFences, { query: { ...query, with_inside: true } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: FENCES_MS,
  });
}

/** On maps of other things. */
export function fencesNearQuery(area: FenceBox | undefined) {
  return queryOptions({
    queryKey: [...FENCES_KEY, "near", area],
    queryFn: ({ signal }) => api(listFencesNear, { query: area ?? NOWHERE }, { signal }),
    enabled: area !== undefined,
    placeholderData: keepPreviousData,
    staleTime: FENCES_MS,
  });
}

const NOWHERE: FenceBox = { south: 0, north: 0, west: 0, east: 0 };

/** To choose one from. */
export function fenceNamesQuery() {
  return queryOptions({
    queryKey: [...FENCES_KEY, "names"],
    queryFn: async ({ signal }) => (await api(listFences, { query: { page_size: MAX_PAGE_SIZE } }, { signal })).list,
  });
}

export function fenceQuery(fenceId: string) {
  return queryOptions({
    queryKey: [...FENCES_KEY, "one", fenceId],
    queryFn: async ({ signal }) => (await api(getFence, { params: { fence_id: fenceId } }, { signal })).data,
    enabled: fenceId !== "",
  });
}
